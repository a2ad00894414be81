# HK-160 [E pre-push] unrelated root pushed to a new branch
mkrepo; bare; git checkout -q --orphan pages; git rm -rfq .; w index.js "i\n"; bad index.js; ci root
trigger <<'E'
git push origin pages
E
