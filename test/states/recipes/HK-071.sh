# HK-071 [C index and tree states] non-UTF-8 byte path
mkrepo; f=$'lat\xe9n.js'; printf 'x\n' >"$f"; bad "$f"; git add -A; printf 'wip\n' >>"$f"; printf 'u\n' >$'unt\xff.txt'
trigger <<'E'
git commit -m x
E
