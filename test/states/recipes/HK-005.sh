# HK-005 [A environment] git commit --amend with nothing new staged
mkrepo; bad a.js; ci "adds the defect"
trigger <<'E'
git commit --amend -m y
E
