# HK-086 [C index and tree states] textconv and -diff attributes
mkrepo; git config diff.up.textconv 'tr a-z A-Z <'; printf '*.up diff=up\n*.gen -diff\n' >.gitattributes; printf 'low\n' >t.up; printf 'gen\n' >g.gen; ci attr; printf 'low\nlow2\n' >t.up; printf 'gen2\n' >g.gen; git add t.up; printf 'low3\n' >>t.up
trigger <<'E'
git commit -m x
E
