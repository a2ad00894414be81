# HK-011 [A environment] linked worktree of a bare repository
git init -q "$T/seed"; cd "$T/seed"; w a.js 'a\n'; ci base; git clone -q --bare "$T/seed" "$T/bare.git"
git -C "$T/bare.git" worktree add -q "$T/repo" main; cd "$T/repo"; bad a.js; git add -A
trigger <<'E'
git commit -m x
E
