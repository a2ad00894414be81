# HK-170 [F install and chain] existing hook is a symlink to a tracked script
mkrepo
hook scripts/pre-commit <<'H'
#!/bin/sh
echo tracked-script >&2
H
ci scripts; ln -s ../../scripts/pre-commit .git/hooks/pre-commit; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
check <<'E'
[ "$(git status --porcelain)" = 'MM a.js' ]
[ "$(readlink .git/hooks/pre-commit.before-gar)" = ../../scripts/pre-commit ]
E
