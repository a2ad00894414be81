# HK-185 [F install and chain] tracked file named like the relay directory, or relay directory is a file
mkrepo; printf 'i am a file\n' >.git_auto_review; ci f; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
