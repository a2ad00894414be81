# HK-211 [G more states] lint-staged style chain: the fix left unstaged overlaps the staged line
mkrepo; printf 'export const a = 1;\nexport const b = 2\n' >a.js; git add a.js; printf 'export const a = 100 // fixed by tool\nexport const b = 2\n' >a.js
hook .git/hooks/pre-commit <<'H'
# hide unstaged, format the staged version, stage it, put the unstaged patch back
p="$T/unstaged.patch"; git diff --binary --unified=0 --no-color --no-ext-diff --src-prefix=a/ --dst-prefix=b/ --output "$p" -- a.js
git checkout -q --force -- a.js; sed -i 's/;$//' a.js; git add a.js
git apply --whitespace=nowarn --recount --unidiff-zero "$p" || git apply --whitespace=nowarn --recount --unidiff-zero --3way "$p" || { echo "could not restore unstaged changes" >&2; exit 1; }
H
trigger <<'E'
git commit -m x
E
