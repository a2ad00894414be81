# HK-043 [C index and tree states] partially staged file (same file staged and edited again)
mkrepo; bad a.js; git add a.js; printf 'const wip = "unfinished"\n' >>a.js
trigger <<'E'
git commit -m x
E
