# HK-074 [C index and tree states] text with NUL bytes, UTF-16, lone CR, no final newline
mkrepo; printf 'a\0b\n' >nul.js; printf '\xff\xfea\0=\0001\0' >u16.js; printf 'a\rb\rc' >cr.js; printf 'noeol' >noeol.js
printf '\xef\xbb\xbfbom\n' >bom.js; bad bom.js; printf 'crlf\r\ndebugger\r\nlast' >crlf.js
git add -A; printf 'tail' >>noeol.js; printf 'x\0' >>nul.js
trigger <<'E'
git commit -m x
E
check <<'E'
[ "$(od -An -tx1 bom.js | tr -d ' \n')" = efbbbf626f6d0a ]
[ "$(od -An -c crlf.js | tr -d ' \n')" = 'crlf\r\nlast' ]
E
