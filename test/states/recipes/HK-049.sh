# HK-049 [C index and tree states] deletion staged, file re-created untracked (D + ??)
mkrepo; git rm -q --cached a.js; printf 'local only\n' >>a.js; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
