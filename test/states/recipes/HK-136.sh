# HK-136 [E pre-push] --mirror (all refs, deletions included)
mkrepo; bare; git push -q origin main:gone; git checkout -q -b x; bad a.js; ci x; git tag t1; git update-ref refs/custom/one HEAD
trigger <<'E'
git push --mirror origin
E
