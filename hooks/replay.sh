# Git sends the refs on standard input once; gar and the commands of this hook each get all of them.
gar_replay() {
  [ -n "$gar_input" ] || { exec </dev/null; return; }
  exec <<GAR_INPUT
$gar_input
GAR_INPUT
}
gar_input=$(cat)
gar_replay
