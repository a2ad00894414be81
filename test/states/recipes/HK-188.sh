# HK-188 [F install and chain] mixed line endings in the committed hook file on checkout with autocrlf=true
mkrepo; w .husky/pre-commit 'echo hook-ran >&2\nif [ 1 = 1 ]; then\n  exit 0\nfi\n'; ci h; git config core.autocrlf true; rm .husky/pre-commit; git checkout -q .husky/pre-commit; bad a.js; git add a.js 2>/dev/null
trigger <<'E'
git commit -m x
E
