# HK-193 [G more states] hook edits a staged file without staging it (what gar does)
mkrepo; bad a.js; printf "more\n" >>keep.txt; git add a.js
trigger <<'E'
git commit -q -m x 2>"$L/err"; git commit -q -a -m y
E
check <<'E'
grep -qF 'git add -- a.js && git commit' "$L/err"
[ "$(git log --format=%s | tr '\n' ' ')" = 'y base ' ]
E
