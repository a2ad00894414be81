# HK-050 [C index and tree states] unstaged deletion of a tracked file ( D)
mkrepo; rm a.js; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
