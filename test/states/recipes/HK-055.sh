# HK-055 [C index and tree states] intent-to-add empty file next to a partially staged file
mkrepo; : >empty.js; git add -N empty.js; bad a.js; git add a.js; printf 'wip\n' >>a.js
trigger <<'E'
git commit -m x
E
