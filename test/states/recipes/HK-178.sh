# HK-178 [F install and chain] hook leaves a background child that keeps stdout open
mkrepo; bad a.js; git add a.js
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
sleep 3 &
exit 0
H
trigger <<'E'
git commit -q -m x; echo 1 >>keep.txt; git commit -q -a -m y 2>&1 | cat
E
