# HK-052 [C index and tree states] staged rename then destination deleted (RD)
mkrepo; git mv a.js moved.js; rm moved.js; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
