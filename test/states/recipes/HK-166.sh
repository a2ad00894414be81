# HK-166 [F install and chain] husky v4 hooks in .git/hooks (husky.sh helper)
mkrepo
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
# husky

# Created by Husky v4.3.8

. "$(dirname "$0")/husky.sh"
H
printf 'echo "husky > $(basename "$0")" >&2\n' >.git/hooks/husky.sh; bad a.js; git add a.js
trigger <<'E'
git commit -m x 2>"$L/err"
E
check <<'E'
grep -q '^husky > pre-commit$' "$L/err"
E
