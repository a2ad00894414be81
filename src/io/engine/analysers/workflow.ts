import type { RepoPath } from '../../../core/model/path.ts'
import type { Found, Source } from '../found.ts'
import { lazy } from '../lazy.ts'
import { lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { perSource } from './analyser.ts'

const workflow = /^\.github\/workflows\/[^/]+\.ya?ml$/
// Text that anyone who can open an issue, a comment or a pull request writes.
const untrusted = /\bgithub\.(?:head_ref\b|event\.(?:(?:issue|pull_request|discussion)\.(?:title|body)|(?:comment|review|review_comment|discussion_comment)\.body|pull_request\.head\.(?:ref|label|repo\.default_branch|repo\.description|repo\.homepage)|workflow_run\.(?:head_branch|display_title|head_commit\.(?:message|author\.(?:name|email))|head_repository\.description|pull_requests\S{0,40}?\.head\.ref)|(?:head_commit|commits\S{0,40}?)\.(?:message|(?:author|committer)\.(?:name|email))|pages\S{0,40}?\.page_name)\b)/

type Range = { readonly start: number; readonly end: number }

/** Returns the analyser of workflow files: text of strangers that becomes part of a script. */
export function workflows(): Analyser {
  const library = lazy(() => import('yaml'))
  return perSource((language) => language === 'yaml', async (source) => {
    if (!workflow.test(source.path) || !untrusted.test(normal(source.text))) return []
    const { isMap, isScalar, parseDocument, visit } = await library()
    const document = parseDocument(source.text, { logLevel: 'silent' })
    if (document.errors.length > 0) return []
    const scripts: Range[] = []
    visit(document, {
      Pair(_key, { key, value }, path) {
        const isStep = isScalar(key) && key.value === 'run' && isScalar(value) && isMap(path.at(-1))
        if (isStep && value.range !== null && value.range !== undefined) scripts.push({ start: value.range[0], end: value.range[1] })
      },
    })
    return scripts.flatMap((range) => inScript(source, range))
  })
}

function inScript({ text, path }: Source, { start, end }: Range): readonly Found[] {
  const starts = lineStarts(text)
  return [...text.slice(start, end).matchAll(/\$\{\{([\s\S]*?)\}\}/g)].flatMap((match) => {
    const name = outputOf(match[1] ?? '')
    if (name === null) return []
    const at = start + match.index
    return [{ rule: 'gar/workflow-injection', message: `a script takes in ${name}, text that a stranger writes`, line: lineAt(starts, at), start: at, end: at + match[0].length, evidence: explain(path, name) }]
  })
}

// Only what the expression yields becomes text of the script; a comparison or a search yields true or false.
function outputOf(expression: string): string | null {
  const plain = normal(expression).replace(/'(?:[^']|'')*'/g, "''").replace(/\b(?:contains|startsWith|endsWith|hashFiles)\s*\([^()]*\)/gi, 'true')
  for (const alternative of plain.split('||')) {
    const result = alternative.split('&&').at(-1) ?? ''
    if (/[=!<>]/.test(result)) continue
    const name = untrusted.exec(result)?.[0]
    if (name !== undefined) return name
  }
  return null
}

// `github['head_ref']` and `github.head_ref` are the same.
function normal(text: string): string {
  return text.replace(/\[\s*'(\w+)'\s*\]/g, '.$1').replace(/\[\s*\d+\s*\]/g, '.0')
}

function explain(path: RepoPath, name: string): string {
  return `${path} writes the value of ${name} into the text of a run script before a shell reads it, so quotes and $() inside the value are obeyed.`
}
