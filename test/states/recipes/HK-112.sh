# HK-112 [D configuration] core.pager and pager.status/pager.diff set, GIT_PAGER in env
mkrepo; git config core.pager 'sed s/^/PAGED:/'; git config pager.status true; git config pager.diff true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
GIT_PAGER="sed s/^/PAGED:/" git commit -m x
E
