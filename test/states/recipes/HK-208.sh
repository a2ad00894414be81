# HK-208 [G more states] hook adds a temporary worktree while GIT_INDEX_FILE points at the commit index (commit -a)
mkrepo; bad a.js
hook .git/hooks/pre-commit <<'H'
git worktree add -q --detach "$T/tmpwt" HEAD; echo "worktree add rc=$?" >&2; git worktree remove --force "$T/tmpwt"; exit 0
H
trigger <<'E'
git commit -a -m x
E
