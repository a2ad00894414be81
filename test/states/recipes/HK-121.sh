# HK-121 [D configuration] LANG/LANGUAGE set to a translated locale
mkrepo; true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
LC_ALL=de_DE.UTF-8 LANGUAGE=de git commit -m x
E
