# Read by gar's hooks, which set gar_hook, gar_node, gar_inits and gar_run; the shell that reads it becomes gar. POSIX sh.
# A user's init files find Node for Git clients that were started without a login shell.
for gar_init in $gar_inits; do
  gar_init=${XDG_CONFIG_HOME:-${HOME-}/.config}/$gar_init/init.sh
  [ ! -f "$gar_init" ] || . "$gar_init" </dev/null >&2 || :
done
# After the init files, which may set what a review goes by.
gar_package=${gar_run%/hooks/run.sh}
gar_fast=''
case $gar_hook in pre-commit) gar_fast=fast-commit ;; pre-push) gar_fast=fast-push ;; esac
if [ -n "$gar_fast" ] && [ -f "$gar_package/hooks/fast.sh" ] && [ -f "$gar_package/hooks/$gar_fast.sh" ]; then
  . "$gar_package/hooks/fast.sh"
  . "$gar_package/hooks/$gar_fast.sh"
  if gar_passes "$@"; then exit 0; fi
fi
if [ ! -x "$gar_node" ]; then
  gar_node=$(command -v node) || gar_node=''
fi
if [ -z "$gar_node" ]; then
  # The places where version managers and installers keep it; the last one there is taken, so the newest of nvm's.
  for gar_at in /usr/local/bin/node /opt/homebrew/bin/node "${NVM_DIR:-${HOME-}/.nvm}"/versions/node/v[2-9][0-9].*/bin/node \
    "${FNM_DIR:-${HOME-}/.local/share/fnm}/aliases/default/bin/node" "${ASDF_DATA_DIR:-${HOME-}/.asdf}/shims/node" \
    "${MISE_DATA_DIR:-${HOME-}/.local/share/mise}/shims/node" "${VOLTA_HOME:-${HOME-}/.volta}/bin/node"; do
    [ ! -x "$gar_at" ] || gar_node=$gar_at
  done
fi
if [ -z "$gar_node" ]; then
  printf 'gar: %s blocked: node was not found; put it on PATH in ~/.config/gar/init.sh, or skip it once: --no-verify or GAR=0\n' "$gar_hook" >&2
  exit 1
fi
# With extra certificates to read Node takes three times as long to start; gar hands them on to what needs them.
if [ -n "${NODE_EXTRA_CA_CERTS-}" ]; then
  GAR_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS NODE_EXTRA_CA_CERTS=''
  export GAR_EXTRA_CA_CERTS NODE_EXTRA_CA_CERTS
fi
GAR_HOOK=$gar_hook
export GAR_HOOK
# Standard output of a push belongs to git and may be read by a program.
exec "$gar_node" "$gar_package/bin/gar.js" hook "$gar_hook" "$@" >&2
