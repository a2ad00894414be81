# HK-184 [F install and chain] branch names that break parsing (slashes, dots, unicode, leading dash in remote)
mkrepo; bare; git checkout -q -b "feat/a.b@c+d"; git push -q -u origin "feat/a.b@c+d"; git checkout -q -b $'f\u00e9at/\u65e5'; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
