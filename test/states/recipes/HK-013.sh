# HK-013 [A environment] caller uses its own GIT_INDEX_FILE
mkrepo; w c.js 'export const c = 3\n'; ci c; cp .git/index "$T/other.index"
bad c.js; GIT_INDEX_FILE="$T/other.index" git add c.js; git checkout -q -- c.js; bad a.js; git add a.js
trigger <<'E'
GIT_INDEX_FILE="$T/other.index" git commit -m x
E
check <<'E'
grep -q 'c.js:2' .git_auto_review/default/report.txt
! grep -q 'a.js' .git_auto_review/default/report.txt
E
