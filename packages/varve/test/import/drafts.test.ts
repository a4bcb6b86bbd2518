import { createRedactor, uuidV5 } from '@varve/core'
import { expect, test } from 'vitest'
import { deriveDraftId, duplicateDraftId, identifyDrafts } from '../../src/import/draft-id.ts'
import { jsonl } from '../../src/import/jsonl/index.ts'
import { redactImport } from '../../src/import/redact-import.ts'
import { rowsOf, sourceOf } from './sources.ts'

test('an id is derived from project, source, key and occurrence, one a line', () => {
  expect(deriveDraftId('p', { source: 'a.md', key: 'text', occurrence: 2 })).toBe(
    uuidV5('varve/import/1\np\na.md\ntext\n2'),
  )
})

test('an id that is taken gives one derived from it and the text', () => {
  expect(duplicateDraftId('a1', 'x')).not.toBe(duplicateDraftId('a1', 'y'))
  expect(duplicateDraftId('a1', 'x')).toBe(
    uuidV5('varve/duplicate-id/1\na1\n2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'),
  )
})

test('names that lead nowhere are one issue, and valid ids are kept for what may still arrive', () => {
  const parsed = jsonl.parse(
    sourceOf({ 'a.jsonl': rowsOf({ id: 'e2', text: 'two', supersedes: ['e1', 'no/id'] }) }),
  )
  const { lineage, issues } = identifyDrafts(parsed, 'p')
  expect(lineage).toEqual([{ kind: 'supersedes', top: 'e2', under: 'e1' }])
  expect(issues).toMatchObject([{ code: 'unresolved_reference', subjects: ['no/id'] }])
})

test('the same id in two files: both texts stay', () => {
  const parsed = jsonl.parse(
    sourceOf({ 'a.jsonl': rowsOf({ id: 'e1', text: 'one' }), 'b.jsonl': rowsOf({ id: 'e1', text: 'two' }) }),
  )
  const { entries, issues } = identifyDrafts(parsed, 'p')
  expect(entries.map((entry) => entry.fields.content)).toEqual(['one', 'two'])
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(2)
  expect(issues).toMatchObject([{ code: 'duplicate_id' }])
})

test('secrets are masked in every string of an import, before ids are made [RS-60]', () => {
  const secret = ['sk', 'ant', 'abcdEFGH1234ijklMNOP5678'].join('-')
  const rows = rowsOf({ text: `use ${secret}`, tags: [secret], deep: { [secret]: [secret] } })
  const broken = Buffer.concat([
    Buffer.from(`${rows}{"text":"${secret}\n${secret}`),
    Uint8Array.of(0xff, 0x0a),
  ])
  const { parsed, found } = redactImport(jsonl.parse(sourceOf({ 'a.jsonl': broken })), createRedactor())
  expect(JSON.stringify(parsed)).not.toContain(secret)
  expect(parsed.quarantined).toHaveLength(2)
  for (const item of parsed.quarantined) {
    const text = Buffer.from(item.text, item.encoding).toString('latin1')
    expect(text).not.toContain(secret)
    expect(text).toContain('[redacted:anthropic_key]')
  }
  expect(found.get('anthropic_key')).toBeGreaterThan(4)
  expect(JSON.stringify(identifyDrafts(parsed, 'p'))).not.toContain(secret)
})
