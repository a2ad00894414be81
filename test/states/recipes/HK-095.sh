# HK-095 [C index and tree states] untracked nested git repository
mkrepo; git init -q nested; w nested/n.js 'n\n'; (cd nested; git add -A; git commit -q -m n; printf 'dirty\n' >>n.js; printf 'u\n' >u.js); git init -q empty-nested; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
