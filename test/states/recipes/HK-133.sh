# HK-133 [E pre-push] lightweight and annotated tags
mkrepo; bare; bad a.js; ci one; git tag light; git tag -a ann -m ann; git tag -a -m nested nested ann
trigger <<'E'
git push origin light ann nested
E
