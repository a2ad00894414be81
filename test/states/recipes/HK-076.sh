# HK-076 [C index and tree states] 20000 staged files (argument list too long)
mkrepo; mkdir many; p=$(printf 'x%.0s' $(seq 90)); (cd many; for i in $(seq 20000); do : >"$p-$i.js"; done); git add -A; bad a.js
trigger <<'E'
git commit -q -m x
E
