# HK-023 [B which hook fires] clean merge runs pre-merge-commit, not pre-commit
mkrepo; git checkout -q -b side; bad a.js; ci side; git checkout -q main; printf 'x\n' >>keep.txt; ci mainwork
trigger <<'E'
git merge --no-edit side
E
