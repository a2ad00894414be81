# HK-190 [G more states] two commits race in the same work tree
mkrepo; bad a.js; git add a.js
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
sleep 1
H
trigger <<'E'
git commit -q -m first & p=$!; sleep 0.3; git commit -q -m second; wait $p
E
check <<'E'
[ "$(git log --format=%s)" = base ]
[ "$(cat a.js)" = "$(git show HEAD:a.js)" ]
E
