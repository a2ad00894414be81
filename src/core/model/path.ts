import { Buffer } from 'node:buffer'

/** A path relative to the top of the work tree, `/`-separated; bytes that are not UTF-8 are kept as lone surrogates U+DC80..U+DCFF. */
export type RepoPath = string & { readonly __brand: 'RepoPath' }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
// With `u` only a lone surrogate matches; half of a pair (an emoji, say) is no escaped byte.
const escaped = /[\udc80-\udcff]/u

/** Returns the path that git printed as these bytes (paths are bytes; git-facts 1.15). */
export function parseRepoPath(bytes: Uint8Array | string): RepoPath {
  if (typeof bytes === 'string') return bytes as RepoPath
  try {
    return strict.decode(bytes) as RepoPath
  } catch {
    return decodeEscaping(bytes) as RepoPath
  }
}

/** Returns the bytes git and the file system know the path by. */
export function pathBytes(path: RepoPath | string): Buffer {
  if (!escaped.test(path)) return Buffer.from(path, 'utf8')
  const parts: Buffer[] = []
  for (const unit of path.split(/([\udc80-\udcff])/u)) {
    parts.push(unit.length === 1 && escaped.test(unit) ? Buffer.from([unit.charCodeAt(0) - 0xdc00]) : Buffer.from(unit, 'utf8'))
  }
  return Buffer.concat(parts)
}

/** Returns the path fit for a terminal or a report line: control characters and undecodable bytes as `\xNN`. */
export function displayPath(path: RepoPath | string): string {
  return path.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\udc80-\udcff]/gu, (c) => {
    const code = c.charCodeAt(0)
    return code > 0xff && code < 0xdc00 ? `\\u${code.toString(16)}` : `\\x${(code & 0xff).toString(16).padStart(2, '0')}`
  })
}

function decodeEscaping(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const size = [1, 2, 3, 4].find((n) => isText(bytes.subarray(at, at + n)))
    if (size === undefined) text += String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    else text += strict.decode(bytes.subarray(at, at + size))
    at += size ?? 1
  }
  return text
}

function isText(bytes: Uint8Array): boolean {
  try {
    return strict.decode(bytes).length > 0
  } catch {
    return false
  }
}
