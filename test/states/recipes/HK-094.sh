# HK-094 [C index and tree states] submodule: new commit staged, another submodule dirty, submodule.recurse=true
for s in s1 s2; do git init -q "$T/$s"; cd "$T/$s"; w s.js 's\n'; ci base; done; mkrepo; git submodule -q add "$T/s1" m1; git submodule -q add "$T/s2" m2; ci subs; git config submodule.recurse true
(cd m1; bad s.js; git commit -q -a --no-verify -m in-sub); git add m1; bad m2/s.js; printf 'u\n' >m2/untracked.txt
trigger <<'E'
git commit -m x
E
