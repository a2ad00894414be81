# HK-014 [A environment] GIT_LITERAL_PATHSPECS=1 in the caller environment
mkrepo; bad a.js; git add a.js
trigger <<'E'
GIT_LITERAL_PATHSPECS=1 git commit -m x
E
