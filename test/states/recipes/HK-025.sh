# HK-025 [B which hook fires] cherry-pick without conflict
mkrepo; git checkout -q -b side; bad a.js; ci side; git checkout -q main; printf 'x\n' >>keep.txt; ci m
trigger <<'E'
git cherry-pick side
E
