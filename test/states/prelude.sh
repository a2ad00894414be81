#!/usr/bin/env bash
# Builds one repository state: bash prelude.sh RECIPE DIRECTORY LOGS
#
# DIRECTORY gets repo/ (the work tree) and whatever the state needs beside it, LOGS what describes it: env.sh (isolated HOME and global
# configuration), trigger.sh (the command a user types), check.sh (what must hold afterwards, where a recipe says so) and meta
# (`worktree=`, `gitdir=` where they are not repo/ and its .git; `keephook=1` when the state has a hook of its own).
set -euo pipefail
R=$1 T=$2 L=$3
mkdir -p "$T/home" "$T/tmp" "$L"
: >"$L/meta"
cat >"$L/env.sh" <<E
export HOME='$T/home' XDG_CONFIG_HOME='$T/home/.config' TMPDIR='$T/tmp' GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL='$T/home/.gitconfig' GIT_TERMINAL_PROMPT=0 T='$T' L='$L'
for v in \$(git rev-parse --local-env-vars); do unset "\$v"; done
E
. "$L/env.sh"
git config --global user.name tester; git config --global user.email tester@example.invalid
git config --global init.defaultBranch main; git config --global core.editor true
git config --global protocol.file.allow always; git config --global advice.detachedHead false

# w FILE CONTENT: writes a file, escapes expanded
w() { mkdir -p -- "$(dirname -- "$1")"; printf '%b' "$2" >"$1"; }
# ci MESSAGE: commits everything, past the hooks
ci() { git add -A . && git commit -q --no-verify -m "$1"; }
mkrepo() { git init -q "$@" "$T/repo"; cd "$T/repo"; w a.js 'export const a = 1\nexport const b = 2\n'; w keep.txt 'keep\n'; ci base; }
# bad FILE: adds a defect that has one safe fix
bad() { printf 'debugger\n' >>"$1"; }
bare() { git init -q --bare "$T/remote.git"; git remote add origin "$T/remote.git"; git push -q --no-verify -u origin main; git remote set-head origin main; }
meta() { printf '%s\n' "$1" >>"$L/meta"; }
# hook FILE <<'H': a hook of the state's own that leaves a word when it runs; with a first line "#!..." or, as git allows, without
hook() {
  local first rest=''
  mkdir -p -- "$(dirname -- "$1")"
  IFS= read -r first
  case $first in '#!'*) ;; *) rest=$first first= ;; esac
  { [ -z "$first" ] || printf '%s\n' "$first"; printf 'echo ran >>"$L/user-hook"\n'; [ -z "$rest" ] || printf '%s\n' "$rest"; cat; } >"$1"
  chmod +x "$1"
  meta keephook=1
}
script() { { echo '#!/usr/bin/env bash'; echo '. "$(dirname "$0")/env.sh"'; echo 'cd "$T/repo" || exit'; cat; } >"$L/$1.sh"; }
# trigger <<'E': the git command of the state
trigger() { script trigger; }
# check <<'E': what must hold after it, one command a line
check() { { echo 'set -e'; cat; } | script check; }
# Waits until gar works in the repository whose git directory is named; for commands that come in between.
await() { printf 'until [ -e "%s/gar/lock" ]; do sleep 0.01; done\n' "$1"; }

. "$R"
