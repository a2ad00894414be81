# HK-164 [F install and chain] global core.hooksPath (absolute) with its own pre-commit
mkrepo
hook "$T/ghooks/pre-commit" <<'H'
#!/bin/sh
echo GLOBAL-HOOK >&2
H
git config --global core.hooksPath "$T/ghooks"
printf '#!/bin/sh\necho LOCAL-HOOK >&2\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
