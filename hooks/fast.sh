# Read by run.sh: what was found clean before passes here, without Node. Builtins and one git; whatever is not certain is no proof.
# A record names what it holds for, the build, the work tree, and each file that sets the rules with its content.
gar_reads() {
  IFS= read -r gar_line <&3 && [ "$gar_line" = "$1" ]
}
# $1 as it was, where $2 is: absent, or with the same lines and not touched since. What follows the last line end is kept after "=".
gar_rule() {
  IFS= read -r gar_line <&3 || return 1
  [ "$gar_line" != "absent $1" ] || { [ ! -e "$2" ] && [ ! -L "$2" ]; return; }
  [ "$gar_line" != "free $1" ] || { gar_is_free "$2"; return; }
  [ "$gar_line" = "file $1" ] && [ -f "$2" ] && [ ! -L "$2" ] && [ -r "$2" ] && [ "$gar_proof" -nt "$2" ] || return 1
  while IFS= read -r gar_line; do gar_reads "+$gar_line" || return 1; done <"$2"
  gar_reads "=$gar_line"
}
# No "gar" stands in it, so it cannot configure anything; an escape could spell the word.
gar_is_free() {
  [ -f "$1" ] || return 0
  [ -r "$1" ] || return 1
  while IFS= read -r gar_line || [ -n "$gar_line" ]; do
    case $gar_line in *'"gar"'* | *'\u'*) return 1 ;; esac
  done <"$1"
}
gar_proves() {
  gar_proof=$gar_git/gar/fast/$1
  [ -f "$gar_proof" ] && [ ! -L "$gar_proof" ] && [ ! -L "$gar_git/gar/fast" ] || return 1
  { gar_reads "gar-fast 1 $1" && gar_reads "build $gar_build" && gar_reads "top $PWD" && gar_rule .garrc.json .garrc.json &&
    gar_rule .garignore .garignore && gar_rule answers.jsonl "$gar_common/gar/answers.jsonl" && gar_rule package.json package.json && gar_reads end; } 3<"$gar_proof"
}
gar_is_oid() {
  case ${#1} in 40 | 64) ;; *) return 1 ;; esac
  case $1 in *[!0-9a-f]*) return 1 ;; esac
}
gar_find() {
  gar_git=${GIT_DIR:-.git} gar_common=${GIT_DIR:-.git}
  [ -d "$gar_git/gar/fast" ] && [ -f "$gar_git/HEAD" ] && [ -z "${GIT_COMMON_DIR-}${GIT_QUARANTINE_PATH-}" ] && [ -r "$gar_package/dist/build-id" ] || return 1
  IFS= read -r gar_build <"$gar_package/dist/build-id" && cd -P . || return 1
  [ -f "$gar_git/commondir" ] || return 0
  IFS= read -r gar_common <"$gar_git/commondir" || return 1
  case $gar_common in /*) ;; *) gar_common=$gar_git/$gar_common ;; esac
}
