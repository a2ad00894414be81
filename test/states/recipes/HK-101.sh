# HK-101 [C index and tree states] another process holds index.lock while the hook runs plain commit
mkrepo; bad a.js; git add a.js
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
: >.git/index.lock
H
trigger <<'E'
git commit -m x; rc=$?; rm .git/index.lock && exit $rc
E
