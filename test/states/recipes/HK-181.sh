# HK-181 [F install and chain] hooks directory and git directory read-only
mkrepo; bad a.js; git add a.js; chmod 555 .git/hooks
trigger <<'E'
git commit -m x
E
