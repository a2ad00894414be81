# HK-007 [A environment] git -C REPO commit from an unrelated directory
mkrepo; bad a.js; git add a.js; mkdir -p "$T/else"
trigger <<'E'
cd "$T/else" && git -C "$T/repo" commit -m x
E
