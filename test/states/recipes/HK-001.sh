# HK-001 [A environment] plain git commit from the top level
mkrepo; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
