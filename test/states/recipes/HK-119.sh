# HK-119 [D configuration] commit.gpgSign=true with a signing program that fails
mkrepo; printf "#!/bin/sh\necho sign-called >&2; exit 1\n" >"$T/gpg"; chmod +x "$T/gpg"; git config commit.gpgSign true; git config gpg.program "$T/gpg"
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'; 
trigger <<'E'
git commit -m x
E
