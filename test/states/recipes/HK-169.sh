# HK-169 [F install and chain] git-lfs pre-push hook present (consumes stdin)
mkrepo; bare
hook .git/hooks/pre-push <<'H'
#!/bin/sh
# git lfs pre-push "$@"
n=0; while read -r l; do n=$((n+1)); done; echo "$n $*" >"$L/seen"
H
bad a.js; ci one
trigger <<'E'
git push origin main
E
check <<'E'
[ "$(cat "$L/seen")" = "1 origin $T/remote.git" ]
E
