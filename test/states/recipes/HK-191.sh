# HK-191 [G more states] another process stages a file while the hook runs (reviewed tree is not the committed tree)
mkrepo; printf 'fine\n' >>keep.txt; w c.js 'export const c = 1\n'; git add keep.txt c.js
trigger <<E
git commit -q -m x & p=\$!
$(await "$T/repo/.git")
printf 'staged meanwhile\n' >>keep.txt; git add keep.txt; wait \$p
E
check <<'E'
[ "$(git log --format=%s)" = base ]
E
