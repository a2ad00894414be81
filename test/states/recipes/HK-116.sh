# HK-116 [D configuration] apply.whitespace=fix and core.whitespace strict
mkrepo; git config apply.whitespace fix; git config core.whitespace trailing-space,space-before-tab,blank-at-eof
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; printf 'trailing   \n\t \n' >>a.js
trigger <<'E'
git commit -m x
E
