# HK-173 [F install and chain] worktree-scoped core.hooksPath (extensions.worktreeConfig)
mkrepo; git worktree add -q "$T/wt" -b feat; git config extensions.worktreeConfig true
hook "$T/h1/pre-commit" <<'H'
#!/bin/sh
echo WT-HOOK >&2
H
git -C "$T/wt" config --worktree core.hooksPath "$T/h1"; bad a.js; git add a.js; (cd "$T/wt"; bad a.js; git add a.js)
trigger <<'E'
git commit -q -m main; cd "$T/wt"; git commit -q -m wt
E
