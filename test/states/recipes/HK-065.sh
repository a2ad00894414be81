# HK-065 [C index and tree states] core.ignoreCase=true on a case-sensitive file system
mkrepo; w Readme.md 'r\n'; ci r; git config core.ignoreCase true; mv Readme.md README.md; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
