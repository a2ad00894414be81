# HK-137 [E pre-push] force push after rewrite
mkrepo; bare; bad a.js; ci one; git push -q origin main; git commit -q --amend -m two
trigger <<'E'
git push --force-with-lease origin main
E
