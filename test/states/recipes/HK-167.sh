# HK-167 [F install and chain] lefthook-style generated hook already present
mkrepo
hook .git/hooks/pre-commit <<'H'
#!/bin/sh
if [ "$LEFTHOOK" = "0" ]; then
  exit 0
fi
call_lefthook() { echo "lefthook run pre-commit" >&2; }
call_lefthook run "pre-commit" "$@"
H
printf 'pre-commit:\n  commands:\n    lint:\n      run: true\n' >lefthook.yml; ci lh; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
