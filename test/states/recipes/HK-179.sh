# HK-179 [F install and chain] monorepo: package.json in a subdirectory of the repository
mkrepo; w app/web/package.json '{"name":"web","private":true}\n'; w app/web/src/i.js 'i\n'; ci app; bad app/web/src/i.js; git add -A
trigger <<'E'
cd app/web && git commit -m x
E
