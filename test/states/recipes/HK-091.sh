# HK-091 [C index and tree states] present despite skip-worktree (file outside the cone edited by hand)
mkrepo; w in/i.js 'i\n'; w out/o.js 'o\n'; ci dirs; git sparse-checkout set --cone in; w out/o.js 'hand made\n'; bad in/i.js; git add in/i.js
trigger <<'E'
git commit -m x
E
