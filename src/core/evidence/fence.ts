/** Returns the text between fences longer than any run of backticks in it, so that nothing inside can close them. */
export function fence(text: string, info = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const bar = '`'.repeat(longest + 1)
  return `${bar}${info}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${bar}`
}
