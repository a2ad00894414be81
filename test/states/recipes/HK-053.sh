# HK-053 [C index and tree states] rename done with plain mv, nothing staged but another file
mkrepo; mv a.js moved.js; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
