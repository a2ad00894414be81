# HK-020 [A environment] --separate-git-dir (.git is a file, no worktree)
git init -q --separate-git-dir "$T/gd" "$T/repo"; cd "$T/repo"; w a.js 'a\n'; ci base; bad a.js; git add -A
trigger <<'E'
git commit -m x
E
