# HK-067 [C index and tree states] paths with newline and carriage return
mkrepo; n=$'new\nline.js'; c=$'cr\rname.js'; w "$n" 'x\n'; w "$c" 'x\n'; bad "$n"; git add -A; w $'unt\nracked.js' 'u\n'
trigger <<'E'
git commit -m x
E
