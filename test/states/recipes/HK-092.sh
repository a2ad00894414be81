# HK-092 [C index and tree states] partial clone (blob:none) whose promisor remote is gone
git init -q "$T/seed"; cd "$T/seed"; git config uploadpack.allowFilter true; w a.js '1\n'; w big/x.js 'x\n'; ci one; w a.js '2\n'; ci two; w big/x.js 'y\n'; ci three
git clone -q --no-local --filter=blob:none --sparse "file://$T/seed" "$T/repo"; cd "$T/repo"; mv "$T/seed" "$T/seed.gone"; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
