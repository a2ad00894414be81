# HK-143 [E pre-push] bare object id as source
mkrepo; bare; bad a.js; ci one
trigger <<'E'
git push origin $(git rev-parse HEAD):refs/heads/byoid
E
