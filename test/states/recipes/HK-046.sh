# HK-046 [C index and tree states] working tree holds a defect that is not staged
mkrepo; printf 'fine\n' >>keep.txt; git add keep.txt; bad a.js
trigger <<'E'
git commit -m x
E
