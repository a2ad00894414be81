# HK-199 [G more states] .gitignore changes inside the change under review
mkrepo; w tmp/user.txt 'user notes\n'; w gen/out.js 'g\n'; printf 'gen/\n' >.gitignore; git add .gitignore; bad a.js; git add a.js; printf 'gen/\ntmp/\nfixer-*\nfixdir/\n' >.gitignore
trigger <<'E'
git commit -m x
E
