# HK-124 [D configuration] core.logAllRefUpdates off, gc.pruneExpire=now (unreferenced snapshot objects vanish)
mkrepo; git config gc.pruneExpire now; git config core.logAllRefUpdates false
bad a.js; git add a.js; printf 'wip\n' >>a.js; w 'sp ace.txt' 'u\n'
trigger <<'E'
git commit -m x; rc=$?; git gc -q && exit $rc
E
