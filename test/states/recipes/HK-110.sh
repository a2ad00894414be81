# HK-110 [D configuration] GIT_EXTERNAL_DIFF in the environment
mkrepo; printf '#!/bin/sh\necho EXTERNAL "$1"\n' >"$T/ext"; chmod +x "$T/ext"
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
GIT_EXTERNAL_DIFF="$T/ext" git commit -m x
E
