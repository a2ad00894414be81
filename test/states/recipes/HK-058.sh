# HK-058 [C index and tree states] tracked file replaced by a symlink (typechange)
mkrepo; rm a.js; ln -s keep.txt a.js; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
