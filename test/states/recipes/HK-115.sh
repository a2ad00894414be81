# HK-115 [D configuration] diff.ignoreSubmodules=all, diff.submodule=log, diff.wordRegex
mkrepo; git config diff.ignoreSubmodules all; git config diff.submodule log; git config diff.wordRegex .; git config diff.ignoreBlankLines true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
