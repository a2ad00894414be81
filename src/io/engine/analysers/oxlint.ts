import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { HelperError } from '../../../core/model/fault.ts'
import type { RepoPath } from '../../../core/model/path.ts'
import { makeDirectory, openAppender, removeTree } from '../../os/files.ts'
import type { Found, Source } from '../found.ts'
import { isScript } from '../languages.ts'
import { byteOffsets, encodeText, lineAt, lineStarts } from '../text.ts'
import type { Analyser } from './analyser.ts'
import { focusedTest } from './leftovers.ts'
import { oxlintConfig } from './oxlint-config.ts'
import { soften } from './oxlint-idioms.ts'
import type { SpawnOxlint } from './spawn.ts'

const span = z.object({ offset: z.number().int().min(0), length: z.number().int().min(0) })
const report = z.object({
  diagnostics: z.array(z.object({
    message: z.string(), code: z.string().optional(), filename: z.string(), labels: z.array(z.object({ span })),
  })),
  number_of_files: z.number(),
})
type Diagnostic = z.infer<typeof report>['diagnostics'][number]

/** Returns the analyser of JavaScript and TypeScript: one process for all sources, in a directory that holds nothing else. */
export function oxlint(scratch: string, spawn: SpawnOxlint): Analyser {
  return {
    covers: isScript,
    async analyse(sources, signal) {
      if (sources.length === 0) return []
      const directory = join(scratch, `scripts-${randomUUID()}`)
      try {
        await writeAll(directory, sources)
        const args = ['-c', 'config.json', '--disable-nested-config', '--no-ignore', '-f', 'json', 'files']
        return collect(parse(await spawn({ directory, args, signal }), sources.length), sources)
      } finally {
        await removeTree(directory)
      }
    },
  }
}

// Each file lies in a directory of its own number, so that names never meet and the report tells which source it speaks of.
async function writeAll(directory: string, sources: readonly Source[]): Promise<void> {
  await makeDirectory(directory)
  write(join(directory, 'config.json'), oxlintConfig())
  for (const [index, source] of sources.entries()) {
    const folder = join(directory, 'files', String(index))
    await makeDirectory(folder)
    write(join(folder, safeName(source.path)), source.text)
  }
}

// Nobody needs these files after a crash, so they are not made durable.
function write(file: string, text: string): void {
  const appender = openAppender(file)
  appender.append([encodeText(text)])
  appender.close()
}

// Some rules look at the name; a name that is hidden, unusual or calls itself minified is replaced, for the directory walk would miss it.
function safeName(path: RepoPath): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, (extension) => extension.toLowerCase())
  if (/^\w[\w.+-]{0,120}$/.test(name) && !/[.-]min\./.test(name)) return name
  return `file${/(?:\.d)?\.[a-z]+$/i.exec(name)?.[0] ?? '.js'}`
}

function parse(stdout: string, files: number): readonly Diagnostic[] {
  let value: unknown
  try {
    value = JSON.parse(stdout)
  } catch (cause) {
    throw new HelperError('mid-run-death', 'The script analyser printed no report.', { cause })
  }
  const parsed = report.safeParse(value)
  if (!parsed.success) throw new HelperError('mid-run-death', `The script analyser printed an unknown report: ${z.prettifyError(parsed.error)}`)
  if (parsed.data.number_of_files !== files)
    throw new HelperError('mid-run-death', `The script analyser read ${parsed.data.number_of_files} of ${files} files.`)
  return parsed.data.diagnostics
}

function collect(diagnostics: readonly Diagnostic[], sources: readonly Source[]): readonly (readonly Found[])[] {
  const bySource = new Map<number, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const index = Number(/^files[\\/](\d+)[\\/]/.exec(diagnostic.filename)?.[1])
    if (sources[index] === undefined) throw new HelperError('mid-run-death', 'The script analyser reported on a file it was not given.')
    bySource.set(index, [...(bySource.get(index) ?? []), diagnostic])
  }
  return sources.map((source, index) => toFound(source, bySource.get(index) ?? []))
}

function toFound(source: Source, diagnostics: readonly Diagnostic[]): readonly Found[] {
  if (diagnostics.length === 0 || isFlow(source)) return []
  const [starts, toOffset] = [lineStarts(source.text), byteOffsets(source.text)]
  const found = diagnostics.map((diagnostic): Found => {
    const spans = diagnostic.labels.map(({ span: s }) => ({ start: toOffset(s.offset), end: toOffset(s.offset + s.length) }))
    // A reassignment is labelled at the declaration first; the finding is where it happens.
    const at = spans.at(diagnostic.code === 'eslint(no-const-assign)' ? -1 : 0) ?? { start: 0, end: 0 }
    const name = /^'(.+)' is not defined\.?$|variable (\S+?)\.?$/.exec(diagnostic.message)
    const named = name?.[1] ?? name?.[2]
    const rule = ruleOf(diagnostic.code)
    return { rule, message: rule === focusedTest.rule ? focusedTest.message : diagnostic.message, line: lineAt(starts, at.start), ...at, related: spans, ...(named !== undefined && { name: named }) }
  })
  return soften(source.text, found).sort((a, b) => a.start - b.start)
}

// Type annotations of Flow are no JavaScript; nothing can be said of such a file.
function isFlow(source: Source): boolean {
  return source.language === 'javascript' && /^\s*(?:\/\/|\/?\*).*@flow\b/m.test(source.text.slice(0, 2_000))
}

function ruleOf(code: string | undefined): string {
  const parts = /^([\w-]+)\(([\w/-]+)\)$/.exec(code ?? '')
  if (!parts) return 'syntax'
  const rule = `${parts[1] ?? ''}/${parts[2] ?? ''}`.replace(/^react-hooks\//, 'react/').replace(/^typescript-eslint\//, 'typescript/')
  return /^(?:jest|vitest)\/no-focused-tests$/.test(rule) ? focusedTest.rule : rule
}
