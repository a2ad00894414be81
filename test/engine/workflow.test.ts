import { describe, expect, test } from 'vitest'
import { brief, reviewOf } from './fakes.ts'

const path = '.github/workflows/a.yml'
const head = "name: a\non: pull_request\njobs:\n  b:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n"
const step = (script: string): string => `${head}      - run: ${script}\n`
const finding = (line: number): string => `gar/workflow-injection ${path}:${line} critical/verified`

const title = '${{ github.event.pull_request.title }}'
const rows: readonly (readonly [what: string, text: string, findings: readonly string[]])[] = [
  ['the title of a pull request in a script', step(`echo "${title}"`), [finding(8)]],
  ['in a script of several lines', step(`|\n          set -e\n          echo "${title}"`), [finding(10)]],
  ['the name of a branch', step('git checkout ${{ github.head_ref }}'), [finding(8)]],
  ['the same by index', step("echo ${{ github.event['issue']['title'] }}"), [finding(8)]],
  ['the message of a commit', step('echo ${{ github.event.commits[0].message }}'), [finding(8)]],
  ['the name of its author', step('echo ${{ github.event.head_commit.author.name }}'), [finding(8)]],
  ['a value that falls back on it', step("echo ${{ inputs.ref || github.event.pull_request.head.ref }}"), [finding(8)]],
  ['quoted as data, which a shell still reads', step('echo ${{ toJSON(github.event.comment.body) }}'), [finding(8)]],
  ['a step with a name', `${head}      - name: c\n        run: echo ${title}\n`, [finding(9)]],
  ['a comparison, which yields true or false', step("echo ${{ github.event.pull_request.title == 'x' }}"), []],
  ['a search, which yields true or false', step("echo ${{ contains(github.event.pull_request.title, 'x') }}"), []],
  ['a choice made by it', step("echo ${{ github.event.pull_request.title != '' && 'a' || 'b' }}"), []],
  ['a number', step('echo ${{ github.event.pull_request.number }}'), []],
  ['a commit id', step('echo ${{ github.event.pull_request.head.sha }}'), []],
  ['an environment variable, which is data', `${head}      - run: echo "$TITLE"\n        env:\n          TITLE: ${title}\n`, []],
  ['the input of an action', `${head}      - uses: a/b@v1\n        with:\n          run-name: ${title}\n`, []],
  ['a condition', `${head}      - if: ${title} == 'x'\n        run: echo\n`, []],
  ['a comment', `${head}      # run: echo ${title}\n`, []],
]

describe('text of strangers does not belong into a script of a workflow', () => {
  test.each(rows)('%s', async (_what, text, findings) => {
    expect(brief(await reviewOf({ [path]: { base: head, now: text } }))).toEqual(findings)
    expect(brief(await reviewOf({ [path]: { base: text, now: `# moved\n${text}` } }))).toEqual([])
  })

  test('another file may hold the same text', async () => {
    expect(brief(await reviewOf({ 'a.yml': step(`echo "${title}"`) }))).toEqual([])
  })
})
