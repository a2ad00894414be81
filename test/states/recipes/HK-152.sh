# HK-152 [E pre-push] dirty working tree at push time
mkrepo; bare; bad a.js; ci one; printf "wip\n" >>keep.txt; w u.txt "u\n"; printf "s\n" >s.txt; git add s.txt
trigger <<'E'
git push origin main
E
