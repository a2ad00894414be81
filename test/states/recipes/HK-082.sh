# HK-082 [C index and tree states] clean/smudge filter, partially staged filtered file
mkrepo; git config filter.rot.clean 'tr a-z n-za-m'; git config filter.rot.smudge 'tr a-z n-za-m'; printf '*.sec filter=rot\n' >.gitattributes; printf 'hello\n' >s.sec; ci f; printf 'hello\nworld\n' >s.sec; git add s.sec; printf 'hello\nworld\nagain\n' >s.sec
trigger <<'E'
git commit -m x
E
