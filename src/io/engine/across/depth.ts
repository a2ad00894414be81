const deepest = 1_000
const longestChain = 20_000

// Marks after which a parser goes one level down without an opening bracket.
const descending = /=>?|[?:!<]|\*\*|\b(?:if|for|while|with|new|await|typeof|void|delete|extends)\b/g

/** Returns true for a script that nests so deeply that the parser, which recurses, would end the whole process. */
export function isTooDeep(text: string): boolean {
  if (text.length < 2 * deepest) return false
  if (bracketDepth(text) > deepest || count(text, /\belse\b/g) > 3 * deepest) return true
  return text.split(/[;,}]/).some((part) => part.length > 2 * deepest && (count(part, descending) > deepest || count(part, /[.+\-*/|&]/g) > longestChain))
}

// Brackets inside texts are counted too: too careful is only a file less examined.
function bracketDepth(text: string): number {
  let [depth, most] = [0, 0]
  for (const { 0: mark } of text.matchAll(/[[({})\]]/g)) {
    depth = '[({'.includes(mark) ? depth + 1 : Math.max(0, depth - 1)
    most = Math.max(most, depth)
  }
  return most
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
