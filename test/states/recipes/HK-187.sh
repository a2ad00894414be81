# HK-187 [F install and chain] two hook managers take turns rewriting the hook file
mkrepo
hook "$T/manager-a" <<'H'
#!/bin/sh
# manager A
echo A >&2
H
cp "$T/manager-a" .git/hooks/pre-commit; bad a.js; git add a.js
trigger <<'E'
cp "$T/manager-a" .git/hooks/pre-commit; git commit -m x
E
