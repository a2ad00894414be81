# HK-148 [E pre-push] url insteadOf rewriting
mkrepo; bare; git config "url.$T/.insteadOf" "short:"; git remote set-url origin "short:remote.git"; bad a.js; ci one
trigger <<'E'
git push origin main
E
