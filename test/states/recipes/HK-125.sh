# HK-125 [D configuration] merge.conflictStyle, core.commentChar=auto, core.abbrev=4, log.* settings
mkrepo; git config core.abbrev 4; git config core.commentChar auto; git config log.showSignature true; git config log.decorate full; git config log.date relative; git config format.pretty fuller
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
