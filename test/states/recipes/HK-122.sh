# HK-122 [D configuration] core.hooksPath=/dev/null and empty string
mkrepo; true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git -c core.hooksPath=/dev/null commit -m x; git -c core.hooksPath= commit --allow-empty -m y
E
