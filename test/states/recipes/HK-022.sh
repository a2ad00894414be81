# HK-022 [A environment] safe.directory: repository owned by another user
mkrepo; bad a.js; git add -A
chown -R 65534 "$T/repo"
trigger <<'E'
git commit -m x
E
