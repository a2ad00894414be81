# HK-118 [D configuration] commit.template, commit.verbose, commit.status=false, commit.cleanup=scissors
mkrepo; printf '# tmpl\n' >"$T/tmpl"; git config commit.template "$T/tmpl"; git config commit.verbose 2; git config commit.cleanup scissors
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
GIT_EDITOR="sed -i 1imsg" git commit
E
