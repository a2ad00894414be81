# HK-098 [C index and tree states] status.showUntrackedFiles=no with an untracked directory tree
mkrepo; git config status.showUntrackedFiles no; w newdir/one/a.js 'x\n'; w newdir/two/b.js 'x\n'; mkdir emptydir; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
