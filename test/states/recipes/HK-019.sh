# HK-019 [A environment] repository path with spaces, quotes, unicode and a newline
D="$T/my \"re'po\" ünï
line"; git init -q "$D"; ln -sfn "$D" "$T/repo"; cd "$D"; w a.js 'a\n'; ci base; bad a.js; git add -A
trigger <<'E'
cd -P . && git commit -m x
E
