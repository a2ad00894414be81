# HK-197 [G more states] core.worktree points to another directory
mkdir -p "$T/repo" "$T/gd"; git init -q "$T/gd"; git -C "$T/gd" config core.worktree "$T/repo"; cd "$T/repo"; w a.js 'a\n'; export GIT_DIR="$T/gd/.git"; git add -A; git commit -q -m base; bad a.js; git add -A; unset GIT_DIR; meta "gitdir=$T/gd/.git"
trigger <<'E'
cd "$T/gd" && git commit -m x
E
