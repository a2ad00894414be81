# HK-044 [C index and tree states] partially staged, the unstaged edit overlaps the staged lines
mkrepo; printf 'export const a = 1 ;\nexport const b = 2\n' >a.js; git add a.js; printf 'export const a = 10 ;\nexport const b = 2\n' >a.js
trigger <<'E'
git commit -m x
E
