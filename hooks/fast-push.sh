# Read by run.sh after fast.sh. A push passes here when each of its lines was judged for just this pair of ids; on a miss Node gets every line.
gar_passes() {
  gar_find || return 1
  set -- "$gar_git/gar/fast/push-"*
  [ -f "$1" ] || return 1
  case $(unset GAR_QUIET GAR_DEBUG GAR_HOOK; export -p) in *' GAR_'*) return 1 ;; esac
  gar_lines='' gar_proven=''
  while IFS= read -r gar_update; do
    gar_lines=${gar_lines:+$gar_lines
}$gar_update
    gar_is_judged "$gar_update" || { gar_hand_over "$(cat)"; return 1; }
  done
  # A push of nothing, or of deletions alone, proves nothing here; so does a last line without an end.
  [ -z "$gar_proven" ] || [ -n "$gar_update" ] || return 0
  gar_hand_over "$gar_update"
  return 1
}
# The local field may hold blanks, so the line is split from the right.
gar_is_judged() {
  gar_remote=${1##* } gar_local=${1% *}
  gar_local=${gar_local% *}
  gar_local=${gar_local##* }
  gar_is_oid "$gar_local" && gar_is_oid "$gar_remote" || return 1
  case $gar_local in *[!0]*) ;; *) return 0 ;; esac
  gar_proves "push-$gar_local-$gar_remote" && gar_proven=1
}
gar_hand_over() {
  [ -z "$1" ] || gar_lines=${gar_lines:+$gar_lines
}$1
  [ -n "$gar_lines" ] || { exec </dev/null; return; }
  exec <<GAR_LINES
$gar_lines
GAR_LINES
}
