# HK-104 [C index and tree states] racily clean file: same size, same mtime, other content
mkrepo; git config core.trustctime false; git config core.checkStat minimal; printf 'aaaa\n' >r.txt; touch -d '2020-01-01 00:00:00' r.txt; git add r.txt; git commit -q -m r; sleep 1.1; printf 'bbbb\n' >r.txt; touch -d '2020-01-01 00:00:00' r.txt; bad a.js; git add a.js
trigger <<'E'
git commit -m x
E
