# HK-139 [E pre-push] non-fast-forward push that will be rejected
mkrepo; bare; git clone -q "$T/remote.git" "$T/other"; (cd "$T/other"; printf "o\n" >o.txt; git add -A; git commit -q -m o; git push -q origin main); bad a.js; ci mine
trigger <<'E'
git push origin main
E
