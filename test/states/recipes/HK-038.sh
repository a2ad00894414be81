# HK-038 [B which hook fires] unmerged index entries present (conflict not resolved)
mkrepo; git checkout -q -b side; printf 'side\n' >keep.txt; ci side; git checkout -q main; printf 'main\n' >keep.txt; ci m
git merge side >/dev/null 2>&1 || true; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
