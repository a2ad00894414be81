# HK-158 [E pre-push] push.followTags, push.default=matching without refspec
mkrepo; bare; git config push.default matching; git config push.followTags true; git push -q origin main:feat; git checkout -q -b feat; bad a.js; ci f; git tag -a -m v v1
trigger <<'E'
git push
E
