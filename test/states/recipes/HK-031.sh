# HK-031 [B which hook fires] git am applies a mailed patch
mkrepo; bad a.js; ci one; git format-patch -q -1 -o "$T/p"; git reset -q --hard HEAD~1
trigger <<'E'
git am "$T"/p/*.patch
E
