# HK-062 [C index and tree states] mode-only change (executable bit)
mkrepo; chmod +x a.js; git add a.js; chmod +x keep.txt
trigger <<'E'
git commit -m x
E
