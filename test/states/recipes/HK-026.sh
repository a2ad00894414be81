# HK-026 [B which hook fires] cherry-pick --continue after a conflict
mkrepo; git checkout -q -b side; printf 'side\n' >keep.txt; ci side; git checkout -q main; printf 'main\n' >keep.txt; ci m
git cherry-pick side >/dev/null 2>&1 || true; printf 'both\n' >keep.txt; git add keep.txt
trigger <<'E'
git cherry-pick --continue
E
