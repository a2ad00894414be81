# HK-056 [C index and tree states] tracked file replaced by a directory
mkrepo; rm a.js; w a.js/inner.js 'i\n'; printf 'x\n' >>keep.txt; git add keep.txt
trigger <<'E'
git commit -m x
E
