# HK-064 [C index and tree states] case-only rename and two paths that differ by case
mkrepo; w Readme.md 'r\n'; ci r; git mv Readme.md README.md; w src/App.js '1\n'; w src/app.js '2\n'; git add -A
trigger <<'E'
git commit -m x
E
