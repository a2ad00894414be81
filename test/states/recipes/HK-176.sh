# HK-176 [F install and chain] Ctrl-C while the hook works
mkrepo; bad a.js; git add a.js; w z.js 'export const z = 1\n'; git add z.js
trigger <<E
set -m; git commit -m x & p=\$!
$(await "$T/repo/.git")
kill -INT -- -\$p; wait \$p
E
