# HK-040 [B which hook fires] pre-commit hook stages a file during commit -a
mkrepo; bad a.js
hook .git/hooks/pre-commit <<'H'
printf '// formatted\n' >>a.js; git add a.js; echo "hook index: $GIT_INDEX_FILE" >&2
H
trigger <<'E'
git commit -a -m x
E
