# HK-059 [C index and tree states] staged symlink pointing outside the repository
mkrepo; printf 'secret = 1\n' >"$T/outside.js"; ln -s "$T/outside.js" link.js; git add link.js
trigger <<'E'
git commit -m x
E
