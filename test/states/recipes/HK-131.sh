# HK-131 [E pre-push] delete and update in one push
mkrepo; bare; git push -q origin main:old; bad a.js; ci one
trigger <<'E'
git push origin :old main
E
