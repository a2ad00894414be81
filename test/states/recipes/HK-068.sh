# HK-068 [C index and tree states] unicode paths in NFC and NFD, emoji
mkrepo; w $'caf\u00e9.js' 'nfc\n'; w $'cafe\u0301.js' 'nfd\n'; w $'\U0001F600/\u65e5\u672c.js' 'x\n'; bad $'caf\u00e9.js'; git add -A
trigger <<'E'
git commit -m x
E
