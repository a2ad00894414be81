// The names `git rev-parse --local-env-vars` prints (git 2.39), the caller's commit identity, and switches that change what git prints or reads.
const repository = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_CONFIG', 'GIT_CONFIG_PARAMETERS', 'GIT_CONFIG_COUNT', 'GIT_OBJECT_DIRECTORY', 'GIT_DIR',
  'GIT_WORK_TREE', 'GIT_IMPLICIT_WORK_TREE', 'GIT_GRAFT_FILE', 'GIT_INDEX_FILE', 'GIT_NO_REPLACE_OBJECTS', 'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX', 'GIT_SHALLOW_FILE', 'GIT_COMMON_DIR', 'GIT_INTERNAL_SUPER_PREFIX', 'GIT_QUARANTINE_PATH',
]
const misleading = /^GIT_(?:TRACE|EXTERNAL_DIFF|.*_PATHSPECS|DIFF_OPTS|PAGER|EDITOR|SEQUENCE_EDITOR|REFLOG_ACTION|AUTHOR_|COMMITTER_|CONFIG_KEY_|CONFIG_VALUE_|TERMINAL_PROMPT|ASKPASS|SSH)/
// What a child needs to start, find its files and speak the user's language; everything else is withheld.
const allowed = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TZ', 'TERM', 'TMPDIR', 'TEMP', 'TMP', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME',
  'SYSTEMROOT', 'SystemRoot', 'COMSPEC', 'PATHEXT', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMFILES',
]

export type Env = Readonly<Record<string, string>>

/** Returns the environment for gar's own git reads: the caller's settings without what redirects the repository or rewrites output; the context adds that back in absolute form. */
export function gitEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !repository.includes(name) && !(misleading.test(name) && name !== 'GIT_TRACE2_EVENT')) kept[name] = value
  }
  // `git -c` settings of the caller travel here and must still hold (safe.directory, user-set filters).
  if (env['GIT_CONFIG_PARAMETERS'] !== undefined) kept['GIT_CONFIG_PARAMETERS'] = env['GIT_CONFIG_PARAMETERS']
  for (const [name, value] of Object.entries(env)) if (/^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)$/.test(name) && value !== undefined) kept[name] = value
  return { ...kept, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0' }
}

/** Returns the environment for every other child (analysers, agents, ledger commands): an allow-list, nothing of git's. */
export function childEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.includes(name) || name.startsWith('LC_'))) kept[name] = value
  }
  return kept
}
