import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../../src/io/agents/json.ts'
import type { Wire } from '../../../src/io/agents/wire.ts'
import { closeMark, maxBlock, openMark, parseReply } from '../../../src/io/agents/wire.ts'

const good = '{"phase":"REVIEW","n":1}'
const other = '{"phase":"REVIEW","n":2}'
const block = (json: string): string => `${openMark}\n${json}\n${closeMark}\n`
const read = (text: string): Wire => parseReply(text, 'REVIEW')
const taken = (n = 1): Wire => ({ kind: 'value', value: { phase: 'REVIEW', n }, unable: undefined })
const refused = (reason: string): Wire => ({ kind: 'refused', reason })
const none = 'there is no complete result block'
const cut = 'the last block is cut off'

describe('the result block (FORGE-020)', () => {
  it.each<[string, string, Wire]>([
    ['alone', block(good), taken()],
    ['without a line end at the end', block(good).trimEnd(), taken()],
    ['with logs before it', `log\nmore ${openMark} log\n${block(good)}`, taken()],
    ['with a code fence around it', `\`\`\`json\n${block(good)}\`\`\`\n`, taken()],
    ['with CRLF line ends and trailing spaces', block(good).replaceAll('\n', '  \r\n'), taken()],
    ['over several lines', block('{\n  "phase": "REVIEW",\n  "n": 1\n}'), taken()],
    ['twice: the last complete one wins', block(other) + block(good), taken()],
    ['after a quoted one in a fenced log', `read:\n\`\`\`\n${block(other)}\`\`\`\n${block(good)}`, taken()],
    ['after an opening mark that was given up', `${openMark}\n{"phase":"REVI\n${block(good)}`, taken()],
    ['with a stray closing mark before and after it', `${closeMark}\n${block(good)}${closeMark}\n`, taken()],
    ['with both marks inside a string', block(JSON.stringify({ phase: 'REVIEW', n: 1, text: `${openMark}\n${other}\n${closeMark}` })),
      { kind: 'value', value: { phase: 'REVIEW', n: 1, text: `${openMark}\n${other}\n${closeMark}` }, unable: undefined }],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
  it.each<[string, string, string]>([
    ['no text', '', none],
    ['prose', 'No problem found.\n', none],
    ['the value without marks', good, none],
    ['an indented or quoted block', block(good).replace(/^/gm, '  '), none],
    ['a block in a Markdown quotation', block(good).replace(/^/gm, '> '), none],
    ['the marks beside the value', `${openMark} ${good} ${closeMark}\n`, none],
    ['the marks in the wrong order', `${closeMark}\n${good}\n${openMark}\n`, cut],
    ['a block cut before its closing mark', `${openMark}\n${good}\n`, cut],
    ['a block cut inside its closing mark', block(good).slice(0, -6), cut],
    ['a cut block after a complete one: the quoted one does not stand in for it', `${block(other)}${openMark}\n{"phase":"REV`, cut],
  ])('%s is no answer', (_, text, reason) => {
    expect(read(text)).toEqual(refused(reason))
  })
})

describe('what stands between the marks', () => {
  const unreadable = (why: string): string => `the block cannot be read: ${why}`
  const twice = unreadable('an object in it gives one member twice')
  const odd = unreadable('a string in it holds a control character or half a character')
  it.each<[string, string, string]>([
    ['nothing', '', unreadable('it is no JSON')],
    ['half a value', '{"phase":"REVIEW","n":', unreadable('it is no JSON')],
    ['two values', `${good}\n${good}`, unreadable('it is no JSON')],
    ['a code fence', `\`\`\`json\n${good}\n\`\`\``, unreadable('it is no JSON')],
    ['a comment', `${good} // done`, unreadable('it is no JSON')],
    ['a raw NUL', '{"phase":"REVIEW","n":"\0"}', unreadable('it is no JSON')],
    ['a string cut by the closing mark of a quotation', `{"phase":"REVIEW","text":"\n${closeMark}`, unreadable('it is no JSON')],
    ['a list', `[${good}]`, 'the block holds no JSON object'],
    ['null', 'null', 'the block holds no JSON object'],
    ['a text', '"REVIEW"', 'the block holds no JSON object'],
    ['no phase', '{"n":1}', 'the block does not name the phase REVIEW'],
    ['another phase (FORGE-024)', '{"phase":"FIX"}', 'the block does not name the phase REVIEW'],
    ['a phase of another case', '{"phase":"review"}', 'the block does not name the phase REVIEW'],
    ['a member twice', '{"phase":"REVIEW","findings":[1],"findings":[]}', twice],
    ['a member twice, once with an escape', '{"phase":"REVIEW","n":1,"\\u006e":2}', twice],
    ['a member twice deep inside', '{"phase":"REVIEW","a":[{"b":{"c":1,"c":1}}]}', twice],
    ['a member twice with another between', '{"phase":"REVIEW","a":1,"b":{"a":1},"a":2}', twice],
    ['an escaped NUL', '{"phase":"REVIEW","n":"a\\u0000b"}', odd],
    ['an escape sequence of a terminal', '{"phase":"REVIEW","n":"\\u001b[2J"}', odd],
    ['a C1 control', '{"phase":"REVIEW","n":"\\u009b"}', odd],
    ['half a character', '{"phase":"REVIEW","n":"\\ud83d"}', odd],
    ['half a character in a name', '{"phase":"REVIEW","\\udfff":1}', odd],
    ['a depth without end', `{"phase":"REVIEW","n":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, unreadable('it is nested deeper than 32 levels')],
  ])('%s is refused', (_, json, reason) => {
    expect(read(block(json))).toEqual(refused(reason))
  })
  it('line ends, TABs, whole characters and the bytes of a path that is not UTF-8 are taken', () => {
    expect(read(block('{"phase":"REVIEW","n":"a\\n\\tb \\ud83d\\ude00 caf\\u00e9 \\udc80"}'))).toMatchObject({ kind: 'value' })
  })
  it('a repeated text is no repeated member', () => {
    expect(parseStrictJson('{"a":"a","b":["a","a",{"a":"b"},{"a":"b"}],"c":"b"}')).toMatchObject({ ok: true })
  })
  it('FORGE-022: a block over the bound is refused whole, before it is read', () => {
    const filled = (size: number): string => `{"phase":"REVIEW","n":"${'x'.repeat(size - 25)}"}`
    expect(filled(maxBlock)).toHaveLength(maxBlock)
    expect(read(block(filled(maxBlock)))).toMatchObject({ kind: 'value' })
    expect(read(block(filled(maxBlock + 1)))).toEqual(refused(`the block holds ${maxBlock + 1} characters, more than ${maxBlock}`))
    expect(read(block('x'.repeat(5_000_000)))).toEqual(refused(`the block holds 5000000 characters, more than ${maxBlock}`))
  })
  it('a text made of escapes up to the bound is read', () => {
    expect(read(block(`{"phase":"REVIEW","n":"${'\\n'.repeat(500_000)}"}`))).toMatchObject({ kind: 'value' })
  })
  it('the reason never repeats what was refused', () => {
    const reason = read(block(`{"phase":"REVIEW","${'k'.repeat(10_000)}":1,"${'k'.repeat(10_000)}":2}`))
    expect(JSON.stringify(reason).length).toBeLessThan(200)
  })
})

describe('declared inability', () => {
  const unable = (reason: string): Wire => ({ kind: 'unable', reason })
  it.each<[string, string, Wire]>([
    ['FORGE-023: the status "failure" with a message', block('{"phase":"REVIEW","status":"failure","message":"no access"}'), unable('no access')],
    ['FORGE-023: the status "blocked" with a message', block('{"phase":"REVIEW","status":"blocked","message":"needs a person"}'), unable('needs a person')],
    ['without a message it is no answer', block('{"phase":"REVIEW","status":"failure"}'), refused('the status is "failure" without a message of at most 2000 characters')],
    ['with a blank message it is no answer', block('{"phase":"REVIEW","status":"failure","message":" "}'), refused('the status is "failure" without a message of at most 2000 characters')],
    ['with a message that is no text it is no answer', block('{"phase":"REVIEW","status":"blocked","message":["x"]}'), refused('the status is "blocked" without a message of at most 2000 characters')],
    ['with a message over the bound it is no answer', block(`{"phase":"REVIEW","status":"blocked","message":"${'x'.repeat(2001)}"}`), refused('the status is "blocked" without a message of at most 2000 characters')],
    ['of another phase it is no answer', block('{"phase":"FIX","status":"failure","message":"no access"}'), refused('the block does not name the phase REVIEW')],
    ['the word "unable" in a status is none', block('{"phase":"REVIEW","status":"unable"}'), { kind: 'value', value: { phase: 'REVIEW', status: 'unable' }, unable: undefined }],
    ['GAR-145: the line before a complete block', `helper_result: unable\n${block(good)}`, { kind: 'value', value: { phase: 'REVIEW', n: 1 }, unable: '' }],
    ['GAR-145: the line after it, with a TAB and a reason', `${block(good)}helper_result: unable\tno network\n`, { kind: 'value', value: { phase: 'REVIEW', n: 1 }, unable: 'no network' }],
    ['GAR-146: the line without a block', 'helper_result: unable\tno network\n', refused(none)],
    ['GAR-146: the line with a cut block', `helper_result: unable\n${openMark}\n${good}`, refused(cut)],
    ['GAR-146: the line inside the block breaks it', block(`${good}\nhelper_result: unable`), refused('the block cannot be read: it is no JSON')],
    ['GAR-146: the words inside a sentence are none', `I say helper_result: unable\n${block(good)}`, taken()],
    ['GAR-146: the line with more than a TAB and a reason is none', `helper_result: unable to see\n${block(good)}`, taken()],
    ['GAR-146: the words inside a text of the block are none', block('{"phase":"REVIEW","n":"\\nhelper_result: unable\\n"}'), { kind: 'value', value: { phase: 'REVIEW', n: '\nhelper_result: unable\n' }, unable: undefined }],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})
