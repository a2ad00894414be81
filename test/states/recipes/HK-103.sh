# HK-103 [C index and tree states] core.fsmonitor points at a hook program that reports nothing changed
mkrepo; printf '#!/bin/sh\nprintf "tok\\0"\n' >"$T/fsm"; chmod +x "$T/fsm"; git config core.fsmonitor "$T/fsm"; git update-index --fsmonitor; git status >/dev/null; printf 'x\n' >>keep.txt; git -c core.fsmonitor=false add keep.txt; git status >/dev/null; bad a.js
trigger <<'E'
git commit -m x
E
