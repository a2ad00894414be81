# HK-035 [B which hook fires] first commit on an unborn branch
git init -q "$T/repo"; cd "$T/repo"; w a.js 'export const a = 1\n'; bad a.js; w u.txt 'untracked\n'; git add a.js; printf 'later\n' >>a.js
trigger <<'E'
git commit -m first
E
