# HK-127 [E pre-push] update of an existing branch
mkrepo; bare; bad a.js; ci one
trigger <<'E'
git push origin main
E
