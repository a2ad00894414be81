# HK-017 [A environment] a child git command in another repository inherits GIT_DIR from the hook (linked worktree)
mkrepo; git worktree add -q "$T/wt" -b feat; cd "$T/wt"; bad a.js; git add -A
meta "worktree=$T/wt"
hook "$T/repo/.git/hooks/pre-commit" <<'H'
# what a test suite or an agent does inside a hook: make a scratch repository elsewhere
d=$(mktemp -d) && cd "$d" && git init -q . && echo z >z.txt && git add z.txt 2>&1; git status --porcelain 2>&1 | head -5; rm -rf "$d"; exit 0
H
trigger <<'E'
cd "$T/wt" && git commit -m x
E
