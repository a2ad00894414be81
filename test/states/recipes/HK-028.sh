# HK-028 [B which hook fires] interactive rebase with reword and squash
mkrepo; bad a.js; ci one; printf 'x\n' >>keep.txt; ci two; printf 'y\n' >>keep.txt; ci three
trigger <<'E'
GIT_SEQUENCE_EDITOR='sed -i -e "1s/^pick/reword/" -e "3s/^pick/squash/"' git rebase -i HEAD~3
E
