# HK-142 [E pre-push] HEAD and relative revisions as source
mkrepo; bare; bad a.js; ci one; printf "x\n" >>keep.txt; ci two
trigger <<'E'
git push origin HEAD~1:refs/heads/prev HEAD:refs/heads/cur
E
