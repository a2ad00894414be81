const longestBranch = 80

/** Returns the file name of a saved report; `n` counts the reports of one branch and day (RUC-061). */
export function savedName(date: string, branch: string, n: number): string {
  return `${date}-${nameOfBranch(branch)}-until-clean${n === 1 ? '' : `-${n}`}.md`
}

/** Returns the branch as a part of a file name: separators and what a file system or shell takes as special become one dash each. */
export function nameOfBranch(branch: string): string {
  const name = branch.replace(/[/\\:\s<>"|?*\p{Cc}\p{Cs}]/gu, '-').replace(/-+/g, '-').slice(0, longestBranch).replace(/^[-.]+|[-.]+$/g, '')
  return name === '' ? 'branch' : name
}
