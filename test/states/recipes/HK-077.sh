# HK-077 [C index and tree states] autocrlf=true, repository holds CRLF
git init -q "$T/repo"; cd "$T/repo"; printf '1\r\n2\r\n' >a.js; printf 'k\n' >keep.txt; ci base; git config core.autocrlf true; printf '1\r\n2\r\n3\r\n\r\n' >a.js; printf 'x\n' >>keep.txt; git add keep.txt 2>/dev/null
trigger <<'E'
git commit -m x
E
