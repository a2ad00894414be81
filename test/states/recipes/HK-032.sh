# HK-032 [B which hook fires] bisect in progress, commit on detached HEAD
mkrepo; for i in 1 2 3 4; do printf "$i\n" >>keep.txt; ci c$i; done; git bisect start HEAD HEAD~4 >/dev/null 2>&1; bad a.js; git add -A
trigger <<'E'
git commit -m x
E
