import { describe, expect, test } from 'vitest'
import type { ImportFormat } from '../../src/import/import-format.ts'
import { instructions } from '../../src/import/instructions/index.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { notes } from '../../src/import/notes/index.ts'
import { MAX_LINE_BYTES } from '../../src/import/source-lines.ts'
import { sourceOf } from './sources.ts'

const GOOD = '{"id":"a1","text":"first"}'
const LAST = '{"id":"z9","text":"last"}'

function parseRows(content: string | Uint8Array) {
  return jsonl.parse(sourceOf({ 'rows.jsonl': content }))
}

describe('a damaged line of a JSON Lines file is quarantined by itself [RS-27]', () => {
  test.each([
    ['two objects on a line', `${GOOD}{"id":"b"}`, 'several_values_on_a_line'],
    ['a truncated line', '{"id":"b1","text":"cut', 'truncated'],
    ['a NUL', '{"id":"b1","text":"a\0b"}', 'nul_byte'],
    ['a list', '[1,2]', 'not_an_object'],
    ['a string', '"text"', 'not_an_object'],
    ['no JSON', 'some words', 'not_json'],
    ['nesting 10 000 deep', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'nested_too_deeply'],
  ])('%s', (_, line, reason) => {
    const parsed = parseRows(`${GOOD}\n${line}\n${LAST}\n`)
    expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['first', 'last'])
    expect(parsed.quarantined).toEqual([
      {
        format: 'jsonl',
        file: 'rows.jsonl',
        line: 2,
        offset: GOOD.length + 1,
        reason,
        text: line,
        encoding: 'utf8',
      },
    ])
  })

  test('a truncated last line without its end', () => {
    const parsed = parseRows(`${GOOD}\n{"id":"b1","te`)
    expect(parsed.drafts).toHaveLength(1)
    expect(parsed.quarantined).toMatchObject([{ line: 2, reason: 'truncated', text: '{"id":"b1","te' }])
  })

  test('bytes that are no UTF-8 are kept in base64', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${GOOD}\n`),
      Buffer.from([0x7b, 0xff, 0xfe]),
      Buffer.from(`\n${LAST}`),
    ])
    const parsed = parseRows(bytes)
    expect(parsed.drafts).toHaveLength(2)
    expect(parsed.quarantined).toMatchObject([
      { line: 2, offset: GOOD.length + 1, reason: 'invalid_utf8', encoding: 'base64', text: 'e//+' },
    ])
  })

  test('a byte order mark, CRLF, empty lines and a missing last line feed are accepted', () => {
    const parsed = parseRows(`\uFEFF${GOOD}\r\n\r\n\r\n${LAST}`)
    expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['first', 'last'])
    expect(parsed.drafts.map((draft) => draft.fields.source.line)).toEqual([1, 4])
    expect(parsed.quarantined).toEqual([])
  })

  test('of a git conflict both sides load, and the markers are quarantined', () => {
    const parsed = parseRows(`<<<<<<< ours\n${GOOD}\n=======\n${LAST}\n>>>>>>> theirs\n`)
    expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['first', 'last'])
    expect(parsed.quarantined.map((item) => [item.line, item.reason])).toEqual([
      [1, 'conflict_marker'],
      [3, 'conflict_marker'],
      [5, 'conflict_marker'],
    ])
  })

  test('an id twice: equal rows are one entry, unlike rows both stay', () => {
    const parsed = parseRows(`${GOOD}\n${GOOD}\n{"id":"a1","text":"other"}\n`)
    expect(parsed.drafts.map((draft) => draft.fields.content)).toEqual(['first', 'other'])
    expect(new Set(parsed.drafts.map((draft) => draft.id)).size).toBe(2)
    expect(parsed.issues.map((issue) => [issue.code, issue.severity])).toEqual([
      ['duplicate_row', 'info'],
      ['duplicate_id', 'error'],
    ])
  })

  test('a giant line is recorded by its place and size', () => {
    const giant = Buffer.alloc(MAX_LINE_BYTES + 1, 'x')
    const parsed = parseRows(Buffer.concat([Buffer.from(`${GOOD}\n`), giant, Buffer.from(`\n${LAST}\n`)]))
    expect(parsed.drafts).toHaveLength(2)
    expect(parsed.quarantined).toHaveLength(1)
    expect(parsed.quarantined[0]?.reason).toBe(`line_too_long (${MAX_LINE_BYTES + 1} bytes)`)
    expect(parsed.quarantined[0]?.text.length).toBeLessThan(100_000)
  })
})

describe.each<readonly [string, ImportFormat, string]>([
  ['instructions', instructions, 'AGENTS.md'],
  ['notes', notes, 'note.md'],
])('a damaged line of a Markdown file leaves the others alone: %s [RS-27]', (_, format, path) => {
  test('invalid UTF-8 and NUL', () => {
    const bytes = Buffer.concat([
      Buffer.from('- one\n- '),
      Buffer.from([0xff]),
      Buffer.from('\n- a\0b\n- four\n'),
    ])
    const parsed = format.parse(sourceOf({ [path]: bytes }))
    const text = parsed.drafts.map((draft) => draft.fields.content).join('\n')
    expect(text).toContain('one')
    expect(text).toContain('four')
    expect(parsed.quarantined.map((item) => [item.line, item.offset, item.reason])).toEqual([
      [2, 6, 'invalid_utf8'],
      [3, 10, 'nul_byte'],
    ])
  })

  test('conflict markers outside of code', () => {
    const text = '```\n<<<<<<< shown\n```\n<<<<<<< ours\n- one\n=======\n- two\n>>>>>>> theirs\n'
    const parsed = format.parse(sourceOf({ [path]: text }))
    const content = parsed.drafts.map((draft) => draft.fields.content).join('\n')
    expect(content).toContain('<<<<<<< shown')
    expect(content).toContain('one')
    expect(content).toContain('two')
    expect(parsed.quarantined.map((item) => item.line)).toEqual([4, 6, 8])
  })
})
