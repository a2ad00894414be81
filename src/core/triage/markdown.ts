/** A bullet or a paragraph, with the titles of the sections around it. */
export type Block = { readonly heading: string; readonly text: string; readonly isBullet: boolean }
export type Fenced = { readonly info: string; readonly line: string }

type OpenBlock = { readonly heading: string; text: string; readonly isBullet: boolean }
type Line = { readonly text: string; readonly info: string | undefined }
type Section = { readonly level: number; readonly title: string }

const fenceLine = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/
const headingLine = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const bulletLine = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/

/** Returns the lines inside fences, each with the info string of its fence; a fence that is never closed reaches to the end. */
export function fencedLines(lines: readonly string[]): readonly Fenced[] {
  return scan(lines).flatMap(({ info, text }) => (info === undefined ? [] : [{ info, line: text }]))
}

/** Returns the bullets and paragraphs outside fences; each takes the lines that go on beneath it. */
export function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: OpenBlock[] = []
  let trail: readonly Section[] = []
  let last: OpenBlock | undefined
  let hasGap = false
  for (const { text } of scan(lines).filter(({ info }) => info === undefined)) {
    const section = sectionOf(text)
    const bullet = bulletLine.exec(text)?.[1]
    const isBlank = text.trim() === ''
    if (section) [trail, last] = [[...trail.filter(({ level }) => level < section.level), section], undefined]
    else if (bullet === undefined && last && goesOn(text, hasGap)) last.text += ` ${text.trim()}`
    else if (!isBlank) blocks.push(last = { heading: titlesOf(trail), text: bullet ?? text.trim(), isBullet: bullet !== undefined })
    hasGap = isBlank
  }
  return blocks
}

// After a blank line only indented text belongs to the block before it.
function goesOn(text: string, hasGap: boolean): boolean {
  return hasGap ? /^\s+\S/.test(text) : /\S/.test(text)
}

function sectionOf(text: string): Section | undefined {
  const [, marks, title] = headingLine.exec(text) ?? []
  return marks === undefined || title === undefined ? undefined : { level: marks.length, title }
}

function titlesOf(trail: readonly Section[]): string {
  return trail.map(({ title }) => title).join(' / ')
}

// Each line that is no fence itself, with the info string of the fence around it.
function scan(lines: readonly string[]): readonly Line[] {
  const found: Line[] = []
  let open: { readonly bar: string; readonly info: string } | undefined
  for (const text of lines) {
    const mark = fenceOf(text)
    if (open === undefined && mark) open = mark
    else if (open && mark?.info === '' && mark.bar.startsWith(open.bar)) open = undefined
    else found.push({ text, info: open?.info })
  }
  return found
}

function fenceOf(text: string): { readonly bar: string; readonly info: string } | undefined {
  const [, bar, info] = fenceLine.exec(text) ?? []
  return bar === undefined ? undefined : { bar, info: info ?? '' }
}
