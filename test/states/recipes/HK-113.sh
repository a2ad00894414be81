# HK-113 [D configuration] diff.renames=copies, status.renames=false, diff.orderFile, diff.context=0
mkrepo; git config diff.renames copies; git config status.renames false; printf "keep*\n" >"$T/order"; git config diff.orderFile "$T/order"; git config diff.context 0; git config diff.interHunkContext 50; git config diff.algorithm patience; git config diff.suppressBlankEmpty true
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
