# HK-085 [C index and tree states] ident keyword expansion
mkrepo; printf '*.id ident\n' >.gitattributes; printf '// $Id$\n' >k.id; ci id; rm k.id; git checkout -q k.id; printf 'more\n' >>k.id; git add k.id; printf 'wip\n' >>k.id
trigger <<'E'
git commit -m x
E
