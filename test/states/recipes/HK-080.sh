# HK-080 [C index and tree states] core.safecrlf=true refuses irreversible conversion
git init -q "$T/repo"; cd "$T/repo"; printf '1\n' >a.js; ci base; git config core.autocrlf true; git config core.safecrlf true; printf '1\n2\r\n' >a.js; printf 'x\r\n' >b.txt; git add b.txt
trigger <<'E'
git diff --stat; git commit -m x
E
