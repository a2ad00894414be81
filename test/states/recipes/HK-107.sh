# HK-107 [D configuration] diff.noprefix=true
mkrepo; git config diff.noprefix true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
