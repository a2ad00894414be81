# HK-100 [C index and tree states] stale index.lock
mkrepo; bad a.js; git add a.js; : >.git/index.lock
trigger <<'E'
git commit -m x
E
