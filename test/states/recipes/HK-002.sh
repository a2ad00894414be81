# HK-002 [A environment] git commit -a (temporary index is index.lock)
mkrepo; bad a.js
trigger <<'E'
git commit -a -m x
E
