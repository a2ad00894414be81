# HK-010 [A environment] commit in a linked worktree (GIT_DIR exported, GIT_WORK_TREE not)
mkrepo; w pkg/c.js 'c\n'; ci sub; git worktree add -q "$T/wt" -b feat; cd "$T/wt"; bad pkg/c.js; git add -A
meta "worktree=$T/wt"
trigger <<'E'
cd "$T/wt/pkg" && git commit -m x
E
