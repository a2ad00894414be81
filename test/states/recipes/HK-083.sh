# HK-083 [C index and tree states] non-deterministic clean filter (always looks modified)
mkrepo; git config filter.nd.clean 'cat; date +%N'; git config filter.nd.smudge cat; printf '*.nd filter=nd\n' >.gitattributes; printf 'v\n' >s.nd; ci f; touch -d '2020-01-01' s.nd; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
