# HK-161 [E pre-push] remote-tracking refs are stale or absent (fetch refspec removed)
mkrepo; bare; git config --unset remote.origin.fetch; git update-ref -d refs/remotes/origin/main; git checkout -q -b feat; bad a.js; ci f
trigger <<'E'
git push origin feat
E
