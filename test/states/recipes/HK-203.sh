# HK-203 [G more states] rejected non-fast-forward when the remote tip is known locally
mkrepo; bare; git checkout -q -b tmp; printf 'o\n' >o.txt; ci other; git push -q origin tmp:main; git checkout -q main; git fetch -q; bad a.js; ci mine
trigger <<'E'
git push origin main
E
