# HK-151 [E pre-push] pushing a branch that is not checked out
mkrepo; bare; git checkout -q -b feat; bad a.js; ci feat; git checkout -q main
trigger <<'E'
git push origin feat
E
