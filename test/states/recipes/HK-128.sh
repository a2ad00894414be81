# HK-128 [E pre-push] new branch on top of a tracked default branch
mkrepo; bare; git checkout -q -b feat; bad a.js; ci one
trigger <<'E'
git push -u origin feat
E
