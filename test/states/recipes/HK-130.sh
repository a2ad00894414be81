# HK-130 [E pre-push] delete a remote branch
mkrepo; bare; git push -q origin main:old
trigger <<'E'
git push origin --delete old
E
