# HK-149 [E pre-push] push --porcelain/--quiet: where the hook output goes
mkrepo; bare; bad a.js; ci one
hook .git/hooks/pre-push <<'H'
#!/bin/sh
echo HOOK-STDOUT; echo HOOK-STDERR >&2
H
trigger <<'E'
git push --porcelain origin main >"$L/out"
E
check <<'E'
[ "$(cat "$L/out")" = HOOK-STDOUT ]
E
