import { readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly name: string; readonly born: string }

const interval = 500

/** Tells when the git command that called this hook is gone: git forwards no TERM, HUP or KILL to its hooks (git-facts 2.4), and what it asked for is then moot. */
export function watchCaller(gone: () => void): { readonly stop: () => void } {
  const caller = findGit(process.ppid)
  const timer = setInterval(() => {
    const isThere = caller === undefined ? process.ppid !== 1 : isSame(caller)
    if (isThere) return
    clearInterval(timer)
    gone()
  }, interval)
  timer.unref()
  return { stop: () => { clearInterval(timer) } }
}

// Between git and gar there may be shells: the hook itself, a hook manager's.
function findGit(from: number): Process | undefined {
  for (let at = read(from), steps = 0; at !== undefined && at.pid > 1 && steps < 8; at = read(at.parent), steps++) {
    if (at.name === 'git') return at
  }
  return undefined
}

function isSame({ pid, born }: Process): boolean {
  return read(pid)?.born === born
}

// Linux says more than the parent's number; elsewhere only that is watched.
function read(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // A process that ended but was not waited for is gone too.
    return fields[0] === 'Z' ? undefined : { pid, name, parent: Number(fields[1]), born: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
