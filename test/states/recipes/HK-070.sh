# HK-070 [C index and tree states] paths with glob, pathspec magic and shell characters
mkrepo; for f in '[slug].js' 'star*.js' 'q?.js' ':(top)x.js' ':!neg.js' '$HOME.js' '`id`.js' "quo'te.js" 'dq".js' 'back\slash.js' '{a,b}.js' '!bang.js' '#hash.js' '~tilde.js' 'semi;colon.js' '%25.js'; do printf 'x\n' >"$f"; bad "$f"; done; git --literal-pathspecs add -A .; printf 'x\n' >'starX.js'
trigger <<'E'
git commit -m x
E
