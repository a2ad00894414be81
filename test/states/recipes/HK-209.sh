# HK-209 [G more states] hook adds a temporary worktree during a plain commit (relative GIT_INDEX_FILE)
mkrepo; bad a.js; git add a.js
hook .git/hooks/pre-commit <<'H'
git worktree add -q --detach "$T/tmpwt" HEAD; echo "worktree add rc=$?" >&2; git worktree remove --force "$T/tmpwt" 2>/dev/null; exit 0
H
trigger <<'E'
git commit -m x
E
