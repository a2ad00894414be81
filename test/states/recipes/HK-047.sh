# HK-047 [C index and tree states] staged new file then deleted from the working tree (AD)
mkrepo; w new.js 'n\n'; bad new.js; git add new.js; rm new.js
trigger <<'E'
git commit -m x
E
