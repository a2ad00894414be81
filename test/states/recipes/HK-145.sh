# HK-145 [E pre-push] gerrit, notes, stash and custom refs
mkrepo; bare; bad a.js; ci one; git notes add -m n HEAD; printf "d\n" >>keep.txt; git stash -q
trigger <<'E'
git push origin HEAD:refs/for/main refs/notes/commits refs/stash:refs/heads/stash
E
