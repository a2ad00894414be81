# HK-106 [C index and tree states] two linked worktrees share refs/stash
mkrepo; git worktree add -q "$T/wt" -b feat; bad a.js; git add a.js; (cd "$T/wt"; printf 'wt\n' >>keep.txt; git stash -q)
trigger <<'E'
git commit -m x
E
