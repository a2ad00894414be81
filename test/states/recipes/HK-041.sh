# HK-041 [B which hook fires] hook drops GIT_INDEX_FILE and stages during commit -a
mkrepo; bad a.js
hook .git/hooks/pre-commit <<'H'
unset GIT_INDEX_FILE; printf '// formatted\n' >>a.js; git add a.js; echo "git add rc=$?" >&2; exit 0
H
trigger <<'E'
git commit -a -m x
E
