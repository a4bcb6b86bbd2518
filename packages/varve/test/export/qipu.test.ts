import type { Entry, JsonObject, LineageEdge, Link } from '@varve/core'
import { buildEntry } from '@varve/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { exportQipu } from '../../src/export/qipu/export-qipu.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { qipu } from '../../src/import/qipu/index.ts'
import { sourceOf } from '../import/sources.ts'

interface Memory {
  readonly entries: readonly Entry[]
  readonly lineage: readonly LineageEdge[]
  readonly links: readonly Link[]
  readonly ontology?: JsonObject
}

/** The memory that an import of these files leaves. */
function imported(files: Readonly<Record<string, string>>): Memory {
  const { entries, lineage, links, policies } = identifyDrafts(qipu.parse(sourceOf(files)), 'p')
  const ontology = policies[0]?.value
  return {
    entries: entries.map(({ id, fields }) =>
      buildEntry(id, { ...fields, scope: fields.scope ?? 'project', created: fields.created ?? 0 }),
    ),
    lineage: lineage.map((edge) => ({ ...edge, recorded: 0, by: 'import' })),
    links,
    ...(ontology === undefined ? {} : { ontology }),
  }
}

function exported(memory: Memory): Readonly<Record<string, string>> {
  return Object.fromEntries(exportQipu(memory).map(({ path, text }) => [path, text]))
}

const id = fc.constantFrom('qp-a', 'qp-b', 'qp-c', 'qp-gone')
const members = fc.record(
  {
    id: fc.constantFrom('qp-a', 'qp-b', 'qp-c'),
    title: fc.string({ minLength: 1 }).map((text) => `T ${text}`),
    type: fc.constantFrom('permanent', 'moc', 'odd', 7, null),
    created: fc.constantFrom('2026-03-01T10:00:00.123456+02:00', '2026-03-01', 'never', null),
    updated: fc.constantFrom('2026-03-02T00:00:00Z', '2026-02-02T00:00:00Z'),
    tags: fc.oneof(fc.array(fc.string(), { maxLength: 3 }), fc.constantFrom('a, b', null)),
    links: fc.array(
      fc.oneof(fc.record({ type: fc.constantFrom('supports', 'odd'), id }), fc.constantFrom('text', null)),
      { maxLength: 3 },
    ),
    compacts: fc.oneof(fc.array(id, { maxLength: 3 }), id),
    compacted: fc.array(id, { maxLength: 2 }),
    summary: fc.constantFrom('', '  ', 'Short.', null),
    value: fc.constantFrom(0, 50, 101, -1, '80', null),
    custom: fc.oneof(fc.constant({ a: { b: 1 } }), fc.constant('text')),
    sources: fc.constantFrom([{ url: 'https://x.test', title: 'X' }], 'odd'),
    author: fc.string(),
    ['__proto__']: fc.constant({ polluted: true }),
    constructor: fc.constant(1),
  },
  { requiredKeys: ['id', 'title'] },
)
const file = fc
  .tuple(
    members,
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('', '\n', '\n\n'),
  )
  .map(([data, body, isMarked, isCrlf, blank]) => {
    const text = `---\n# comment\n${stringify(data)}---\n${blank}Body ${body}`
    return `${isMarked ? '\uFEFF' : ''}${isCrlf ? text.replace(/\r?\n/g, '\r\n') : text}`
  })

test('whatever the notes of a store hold, they come out as the bytes they came as [QP-27] [QP-54] [RS-33]', () => {
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (texts) => {
      const files = Object.fromEntries(
        texts.map((text, index) => [`.qipu/${index === 0 ? 'mocs' : 'notes'}/n${index}.md`, text]),
      )
      const memory = imported(files)
      const kept = new Set(memory.entries.map(({ original }) => original?.text))
      const expected = Object.fromEntries(
        Object.entries(files)
          .filter(([, text]) => kept.has(text))
          .map(([path, text]) => [path.replace('.qipu/', ''), text]),
      )
      expect(exported(memory)).toEqual(expected)
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }),
    { numRuns: 150 },
  )
})

test('a value and a link change their lines alone, whatever else the note holds [QP-55]', () => {
  fc.assert(
    fc.property(file, (text) => {
      const memory = imported({ '.qipu/notes/n.md': text })
      const entry = memory.entries[0]
      if (entry === undefined) return
      const changed = exported({ ...memory, entries: [{ ...entry, value: 33 }] })['notes/n.md'] ?? ''
      const [before, after] = [text, changed].map((each) => each.split('\n'))
      const kept = after?.filter((line) => before?.includes(line)) ?? []
      const lost = before?.filter((line) => !after?.includes(line)) ?? []
      expect(lost.every((line) => line.startsWith('value:'))).toBe(true)
      expect((after?.length ?? 0) - kept.length).toBeLessThanOrEqual(1)
      const again = imported({ '.qipu/notes/n.md': changed }).entries[0]
      expect(again).toMatchObject({ value: 33, content: entry.content, title: entry.title, tags: entry.tags })
    }),
    { numRuns: 150 },
  )
})
