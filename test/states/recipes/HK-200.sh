# HK-200 [G more states] only deletions are staged
mkrepo; git rm -q keep.txt
trigger <<'E'
git commit -m x
E
