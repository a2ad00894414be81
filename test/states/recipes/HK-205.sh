# HK-205 [G more states] git hook run, and hooks of a bare remote on the same machine (quarantine variables)
mkrepo; bare
hook "$T/remote.git/hooks/pre-receive" <<'H'
#!/bin/sh
unset GIT_DIR; cd "$T/repo" && .git/hooks/pre-commit
H
bad a.js; git add a.js
trigger <<'E'
git hook run pre-commit; git push -q --no-verify origin HEAD:side
E
