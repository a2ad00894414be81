import type { Decision, Heading } from '../model/finding.ts'
import { headingText } from '../model/finding.ts'
import type { RunRecord } from '../model/result.ts'
import { cell, renderCoverage, renderStatus } from './cells.ts'
import type { Detail } from './detail.ts'
import type { Frame } from './frame.ts'
import { htmlStyle } from './html-style.ts'
import type { JournalRow } from './journal.ts'
import { isClean } from './outcome.ts'
import { coverageSentence, short, statusLine } from './status.ts'
import type { View } from './text.ts'
import { codeLine, countWords, detailsUnder } from './text.ts'

const headings: readonly Heading[] = ['critical', 'bug', 'should_fix']

/** Returns the record as one HTML file that needs nothing else: no script, no address, every value escaped. */
export function toHtml(view: View, rows: readonly JournalRow[]): string {
  const { record, details, frames } = view
  const title = `gar: ${renderStatus(record.status, record.coverage)}`
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${text(title)}</title>`,
    `<style>${htmlStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...head(record),
    ...headings.flatMap((heading) => group(heading, details, frames)),
    ...section('Fixed in the working tree', fixedList(record)),
    ...section('Decisions to make', record.decisions.map(decisionCard)),
    ...section('Notes', plainList(record.notes.map((note) => text(note)))),
    ...rounds(rows),
    `<footer><p>${text(coverageSentence(record))}</p>${view.report === null ? '' : `<p class="mono">${text(statusLine(record, view.report))}</p>`}</footer>`,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

function head(record: RunRecord): readonly string[] {
  const tone = isClean(record.status) ? ' good' : record.status === 'failed' ? ' failed' : ''
  const facts: readonly (readonly [string, string])[] = [
    ['Found', countWords(record)], ['Branch', record.branch], ['HEAD', short(record.head)], ['Snapshot', short(record.snapshot)], ['Reviewed by', record.backend],
    ['Rounds', `${record.rounds.done} of ${record.rounds.cap}`], ['Coverage', renderCoverage(record.coverage)],
    ...(record.gate === 'pre-seeded' ? [['Gate', 'pre-seeded'] as const] : []),
  ]
  return [
    `<header><h1>Review <span class="status${tone}">${text(renderStatus(record.status, record.coverage))}</span></h1>`,
    `<p>${text(record.sentence)}</p>`,
    `<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join('')}</dl></header>`,
  ]
}

function group(heading: Heading, details: readonly Detail[], frames: ReadonlyMap<string, Frame>): readonly string[] {
  const under = detailsUnder(heading, details)
  return under.length === 0 ? [] : [`<h2>${headingText[heading]} <span class="count">${under.length}</span></h2>`, ...under.map((detail) => findingCard(detail, frames.get(detail.finding.id)))]
}

function findingCard({ finding, seen }: Detail, frame: Frame | undefined): string {
  const tags = [finding.id, finding.class, finding.lane, ...(seen === undefined ? [] : [seen.rule ?? '', seen.label])].filter((tag) => tag !== '')
  return [
    `<article class="card ${finding.heading}">`,
    `<p class="where mono">${text(finding.location)}</p>`,
    `<h3>${text(finding.title)}</h3>`,
    `<p class="why">${text(finding.reason)}</p>`,
    ...(frame === undefined ? [] : [frameBlock(frame)]),
    `<ul class="tags"><li${finding.blocking ? ' class="blocks">blocks' : '>does not block'}</li>${tags.map((tag) => `<li>${text(tag)}</li>`).join('')}</ul>`,
    '</article>',
  ].join('\n')
}

function frameBlock({ first, cited, lines, more }: Frame): string {
  const spans = lines.map((line, n) => {
    const number = first + n
    const isCited = number >= cited.start && number <= cited.end
    return `<span${isCited ? ' class="cited"' : ''}><i>${number}</i>${text(codeLine(line))}</span>`
  })
  return `<pre tabindex="0">${spans.join('')}${more > 0 ? `<span><i></i>and ${more} more lines</span>` : ''}</pre>`
}

function fixedList({ fixed }: RunRecord): readonly string[] {
  if (fixed.length === 0) return []
  return [`<div class="card fixed"><ul class="plain">${fixed.map((one) => `<li><span class="where mono">${text(one.location)}</span><br>${text(one.title)} <span class="where">${text(one.id)}</span></li>`).join('')}</ul></div>`]
}

function decisionCard(d: Decision): string {
  const options = d.options.map((option) => `<li>${text(option)}${option === d.suggestedDefault ? ' <em>(suggested)</em>' : ''}</li>`).join('')
  return `<article class="card"><h3>${text(d.title === '' ? d.id : `${d.id} ${d.title}`)}</h3><p class="where">${text(d.findingIds.join(', '))}</p><p>${text(d.wording)}</p><ol>${options}</ol><p class="where">Answer it: <code>gar decide ${text(d.id)} &lt;number&gt;</code></p></article>`
}

function plainList(items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`<div class="card"><ul class="plain">${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`]
}

function section(title: string, blocks: readonly string[]): readonly string[] {
  return blocks.length === 0 ? [] : [`<h2>${title}</h2>`, ...blocks]
}

function rounds(rows: readonly JournalRow[]): readonly string[] {
  if (rows.length === 0) return []
  const lines = rows.map((row) => `<tr><td>${text(row.round)}</td><td>${text(row.id)}</td><td>${text(row.tag)}</td><td class="mono">${text(row.location)}</td><td class="title">${text(row.title)}</td><td>${text(row.disposition)}</td></tr>`)
  const names = ['Round', 'Id', 'Tag', 'Location', 'Title', 'Then'].map((name) => `<th scope="col">${name}</th>`).join('')
  return [`<details><summary>Every finding of every round (${rows.length})</summary><div class="card scroll" tabindex="0"><table><thead><tr>${names}</tr></thead><tbody>${lines.join('')}</tbody></table></div></details>`]
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function text(value: string): string {
  return cell(value).replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)
}
