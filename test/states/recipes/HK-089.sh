# HK-089 [C index and tree states] sparse checkout (cone), paths outside the cone absent
mkrepo; w in/i.js 'i\n'; w out/o.js 'o\n'; ci dirs; git sparse-checkout set --cone in; bad in/i.js; git add in/i.js
trigger <<'E'
git commit -m x
E
