#!/bin/sh
# gar-hook v1 @SEAL@ - written by "gar install-hooks"; "gar uninstall-hooks" takes it away and puts an earlier hook back.
# A hook that stood here before is kept beside this file as @HOOK@.before-gar and runs first; its failure blocks.
# By hand: delete this file and rename that one. Once: git ... --no-verify, or GAR=0 git ... (which skips gar alone).
gar_before=$0.before-gar
if [ -f "$gar_before" ] && [ -x "$gar_before" ]; then
@FIRST@
@BEFORE@ || exit
@LAST@
fi
@REVIEW@
