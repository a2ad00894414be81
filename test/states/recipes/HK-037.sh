# HK-037 [B which hook fires] commit --dry-run, --no-verify and --fixup
mkrepo; bad a.js; git add -A
trigger <<'E'
git commit --dry-run -m x; git commit --fixup HEAD; printf 'z\n' >>keep.txt; git commit -q -a --no-verify -m y
E
