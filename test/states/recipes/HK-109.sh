# HK-109 [D configuration] diff.external set in config
mkrepo; printf '#!/bin/sh\necho EXTERNAL "$1"\n' >"$T/ext"; chmod +x "$T/ext"; git config diff.external "$T/ext"
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
