# HK-194 [G more states] commit -a blocked by the hook: the staging is rolled back
mkrepo; bad a.js; w n.js 'n\n'; git add n.js
trigger <<'E'
git commit -q -a -m x
E
check <<'E'
[ "$(git status --porcelain)" = 'A  n.js' ]
E
