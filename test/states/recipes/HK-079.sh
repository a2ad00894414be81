# HK-079 [C index and tree states] .gitattributes eol=crlf and text=auto added in the same change
git init -q "$T/repo"; cd "$T/repo"; printf '1\r\n2\r\n' >w.bat; printf '1\r\n' >mixed.txt; printf '2\n' >>mixed.txt; ci base; printf '*.bat text eol=crlf\n*.txt text=auto\n' >.gitattributes; printf '* text=auto\n' >>.gitattributes; git add .gitattributes; printf '3\n' >>mixed.txt
trigger <<'E'
git commit -m x
E
