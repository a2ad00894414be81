# HK-206 [G more states] git stash, checkout and reset run no commit hook but change the tree under a running loop
mkrepo; bad a.js; git add a.js; printf 'wip\n' >>keep.txt; w z.js 'export const z = 1\n'; git add z.js
trigger <<E
git commit -q -m x & p=\$!
$(await "$T/repo/.git")
git checkout -q -b other; git stash -q; wait \$p
E
check <<'E'
[ "$(git log --format=%s other)" = base ]
E
