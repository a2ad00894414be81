/** One ref that a push would change. */
export type PushUpdate = {
  /** What the user typed: any text, blanks included, or `(delete)`. */
  readonly localRef: string
  readonly localOid: string
  readonly remoteRef: string
  readonly remoteOid: string
  readonly kind: 'delete' | 'create' | 'update'
}
/** A push as git tells it to pre-push: by-URL pushes name the URL as the remote. */
export type PrePush = { readonly remote: string; readonly url: string; readonly updates: readonly PushUpdate[] }
export type ParsedPrePush = { readonly ok: true; readonly push: PrePush } | { readonly ok: false; readonly reason: string }

// The local field may hold blanks, the other three cannot: the greedy first group makes the split one from the right.
const updateLine = /^(.+) ([0-9a-f]{40}|[0-9a-f]{64}) ([^ ]+) ([0-9a-f]{40}|[0-9a-f]{64})$/
const zero = /^0+$/

/** Returns the push that the hook's standard input and arguments describe; no line at all is a push of nothing. */
export function parsePrePush(stdin: Uint8Array | string, argv: readonly string[]): ParsedPrePush {
  const [remote, url] = argv
  if (remote === undefined || url === undefined) return { ok: false, reason: 'pre-push was called without a remote and its URL' }
  const text = typeof stdin === 'string' ? stdin : new TextDecoder('utf-8', { ignoreBOM: true }).decode(stdin)
  const lines = text.replace(/\n$/, '').split('\n')
  const updates: PushUpdate[] = []
  for (const [n, line] of (text === '' ? [] : lines).entries()) {
    const update = parseUpdate(line)
    if (!update) return { ok: false, reason: `line ${n + 1} of the pre-push input is not "<local ref> <oid> <remote ref> <oid>"` }
    updates.push(update)
  }
  return { ok: true, push: { remote, url, updates } }
}

function parseUpdate(line: string): PushUpdate | undefined {
  const [, localRef, localOid, remoteRef, remoteOid] = updateLine.exec(line) ?? []
  if (localRef === undefined || localOid === undefined || remoteRef === undefined || remoteOid === undefined) return undefined
  if (localOid.length !== remoteOid.length) return undefined
  return { localRef, localOid, remoteRef, remoteOid, kind: kindOf(localOid, remoteOid) }
}

// Deleting a ref that the remote lacks has both ids zero, so the local id is asked first.
function kindOf(localOid: string, remoteOid: string): PushUpdate['kind'] {
  if (zero.test(localOid)) return 'delete'
  return zero.test(remoteOid) ? 'create' : 'update'
}
