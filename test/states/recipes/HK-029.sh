# HK-029 [B which hook fires] rebase stopped at edit, commit --amend inside it (detached HEAD, rebase-merge present)
mkrepo; bad a.js; ci one; printf 'x\n' >>keep.txt; ci two
GIT_SEQUENCE_EDITOR='sed -i "1s/^pick/edit/"' git rebase -q -i HEAD~2 >/dev/null 2>&1 || true; bad a.js; git add -A
trigger <<'E'
git commit --amend --no-edit && git rebase --continue
E
