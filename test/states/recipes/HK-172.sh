# HK-172 [F install and chain] no hooks directory at all (init without template)
git init -q --template= "$T/repo"; cd "$T/repo"; w a.js 'a\n'; ci base; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
