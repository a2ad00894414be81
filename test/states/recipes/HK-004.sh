# HK-004 [A environment] git commit --include PATH on top of staged content
mkrepo; bad a.js; git add a.js; printf 'more\n' >>keep.txt
trigger <<'E'
git commit -m x --include keep.txt
E
