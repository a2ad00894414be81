# HK-088 [C index and tree states] skip-worktree file with local edits
mkrepo; w config.local 'v=1\n'; ci cfg; git update-index --skip-worktree config.local; printf 'v=secret\n' >config.local; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
