gar_hook=@HOOK@ gar_node=@NODE@ gar_inits=@INITS@ gar_run='' gar_off=''
case ${GAR-} in 0 | false) gar_off="GAR=$GAR" ;; esac
case ,${GAR_SKIP-},${SKIP-}, in ,1,* | *,@HOOK@,* | *,gar,*) gar_off='GAR_SKIP or SKIP says so' ;; esac
case ${GAR_HOOK-} in ?*) gar_off="git was called from inside gar's $GAR_HOOK" ;; esac
gar_main=${GIT_DIR:-.}
for gar_at in "${gar_main%/.git/worktrees/*}"/@PACKAGE@ node_modules/git-auto-review @PACKAGE@; do
  [ ! -f "$gar_at/hooks/run.sh" ] || gar_run=$gar_at/hooks/run.sh
done
if [ -n "$gar_off" ]; then
  printf 'gar: %s not reviewed: %s\n' "$gar_hook" "$gar_off" >&2
elif [ -n "$gar_run" ]; then
  @START@
else
  printf 'gar: %s blocked: git-auto-review is not installed here; run "npm install", or skip it once: --no-verify or GAR=0\n' "$gar_hook" >&2
  exit 1
fi
