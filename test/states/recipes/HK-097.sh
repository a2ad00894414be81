# HK-097 [C index and tree states] ignored files: tracked-but-ignored, ignored directory, global excludes
mkrepo; printf 'build/\n*.log\n' >.gitignore; w build/out.js 'o\n'; w t.log 'tracked\n'; git add -f t.log; ci ign; w build/out2.js 'o2\n'; w n.log 'ignored\n'; printf 'more\n' >>t.log; git config --global core.excludesFile "$T/home/ex"; printf '.git_auto_review\n*.local\n' >"$T/home/ex"; w z.local 'l\n'; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
