# HK-034 [B which hook fires] git commit with nothing staged (unstaged defect in the tree)
mkrepo; bad a.js
trigger <<'E'
git commit -m x
E
