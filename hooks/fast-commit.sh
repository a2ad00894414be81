# Read by run.sh after fast.sh. A commit passes here when the tree of its index was found clean on just this HEAD.
gar_passes() {
  [ -n "${GIT_INDEX_FILE-}" ] && gar_find && [ ! -e "$gar_git/MERGE_HEAD" ] && IFS= read -r gar_head <"$gar_git/HEAD" || return 1
  case $gar_head in 'ref: refs/heads/'*)
    gar_ref=$gar_common/${gar_head#ref: }
    [ -f "$gar_ref" ] && IFS= read -r gar_head <"$gar_ref" || return 1 ;;
  esac
  set -- "$gar_git/gar/fast/$gar_head"-*
  gar_is_oid "$gar_head" && [ -f "$1" ] || return 1
  # Any variable that could change the rules, or a merge, leaves it to Node.
  gar_told=$(unset GAR_QUIET GAR_DEBUG GAR_HOOK; export -p; exec git write-tree 2>/dev/null) || return 1
  case $gar_told in *' GAR_'* | *' GITHEAD_'*) return 1 ;; esac
  gar_proves "$gar_head-${gar_told##*
}"
}
