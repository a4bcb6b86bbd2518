import type { Entry, LineageEdge } from '@varve/core'
import { buildEntry } from '@varve/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportLeanspec } from '../../src/export/leanspec/export-leanspec.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { leanspec } from '../../src/import/leanspec/index.ts'
import { sourceOf } from '../import/sources.ts'

/** The memory that an import of these files leaves. */
function imported(files: Readonly<Record<string, string>>): {
  readonly entries: readonly Entry[]
  readonly lineage: readonly LineageEdge[]
} {
  const named = Object.entries(files).map(
    ([name, text]) => [`.lean-spec/memory/entries/${name}`, text] as const,
  )
  const { entries, lineage, flags, retracted } = identifyDrafts(
    leanspec.parse(sourceOf(Object.fromEntries(named))),
    'p',
  )
  return {
    entries: entries.map(({ id, fields }) =>
      buildEntry(id, {
        ...fields,
        scope: 'project',
        created: fields.created ?? 0,
        state: retracted.includes(id) ? 'retracted' : 'active',
        flags: flags
          .filter((flag) => flag.id === id)
          .map(({ kind, reason }) => ({ kind, reason, by: 'import', at: 0 })),
      }),
    ),
    lineage: lineage.map((edge) => ({ ...edge, recorded: 0, by: 'import' })),
  }
}

function exported(memory: ReturnType<typeof imported>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    exportLeanspec(memory, { withRetracted: true }).map((file) => [
      file.path.replace('entries/', ''),
      file.text,
    ]),
  )
}

const STORE = {
  '1.json': '\uFEFF{"id":"a1","category":"x","content":"One.","created":"2026-03-07T14:30:00+02:00","zz":1}',
  '2.json':
    '{\r\n\t"created": "2026-03-07T14:30:00Z", "tags": ["b","a","a"], "id": "a2", "category": "decisions",\r\n "content": "Two.", "supersedes": ["a1", "gone"] }\r\n',
  '3.json':
    '{"id":"a3","category":"c","content":"Three.","created":"2026-03-07T14:30:00Z","merged_into":"a4"}\n',
  '4.json':
    '{"id":"a4","category":"c","content":"Four.","created":"2026-03-07","confidence":"odd","stale_reason":"s"}\n',
  '5.json':
    '{"id":"a1","category":"c","content":"A second a1.","created":"2026-03-07T14:30:00Z","supersedes":5}\n',
  '6.json':
    '{"id":"a6","category":"c","content":"Six.","created":"2026-03-07T14:30:00Z","varve":{"state":"retracted","title":"T"}}\n',
  '7.json':
    '{"id":"a7","category":"c","content":"é\\u00e9 \\/","created":"2026-03-07T14:30:00Z","source":"compaction","source_entries":[]}\n',
}

describe('an unchanged entry is written as the bytes it came as [LS-65]', () => {
  test('whatever its keys, spaces, line ends and marks', () => {
    expect(exported(imported(STORE))).toEqual(STORE)
  })

  test('any members in any order', () => {
    const file = fc.record(
      {
        content: fc.string({ minLength: 1 }).map((text) => `x${text}`),
        category: fc.constantFrom('conventions', 'odd'),
        agent: fc.string(),
        tags: fc.array(fc.string(), { maxLength: 3 }),
        confidence: fc.constantFrom('low', 'medium', 'high', 'none', null),
        supersedes: fc.constantFrom(null, 'e0', ['e0', 'e1'], 7, ''),
        merged_into: fc.constantFrom('e0', 'e1'),
        source_entries: fc.constantFrom(['e1'], []),
        stale_reason: fc.constantFrom('gone', ''),
        varve: fc.constantFrom({ pinned: true }, { trust: 'web' }, { state: 'retracted' }, {}),
        odd: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: ['content', 'category'] },
    )
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), fc.boolean(), (objects, isSpaced) => {
        const files = Object.fromEntries(
          objects.map((object, index) => [
            `${index}.json`,
            JSON.stringify(
              { id: `e${index}`, created: '2026-03-07T14:30:00Z', ...object },
              null,
              isSpaced ? 3 : 0,
            ),
          ]),
        )
        expect(exported(imported(files))).toEqual(files)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a changed entry', () => {
  function changed(id: string, change: Partial<Entry>): string | undefined {
    const memory = imported(STORE)
    const entries = memory.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry))
    return exported({ ...memory, entries })[STORE_FILE[id] ?? '']
  }
  const STORE_FILE: Readonly<Record<string, string>> = { a1: '1.json', a2: '2.json', a4: '4.json' }

  test('keeps its name, the order of its members, its date as written and what LeanSpec alone knows', () => {
    expect(changed('a1', { content: 'One, edited.', tags: ['new'] })).toBe(
      `${JSON.stringify(
        {
          id: 'a1',
          category: 'x',
          content: 'One, edited.',
          created: '2026-03-07T14:30:00+02:00',
          tags: ['new'],
          zz: 1,
        },
        null,
        2,
      )}\n`,
    )
  })

  test('loses a member that was taken away', () => {
    expect(changed('a4', { flags: [] })).not.toContain('stale_reason')
    expect(changed('a2', { tags: [] })).not.toContain('tags')
  })

  test('leaves the others as they were', () => {
    const memory = imported(STORE)
    const entries = memory.entries.map((entry) => (entry.id === 'a2' ? { ...entry, content: 'New.' } : entry))
    const { '2.json': _, ...others } = exported({ ...memory, entries })
    const { '2.json': __, ...before } = STORE
    expect(others).toEqual(before)
  })
})

describe('a new entry', () => {
  const entry = buildEntry('a1b2c3d4-5678-40ab-8def-1234567890ab', {
    content: 'Always use pnpm, never npm or yarn.',
    created: Date.UTC(2026, 2, 7, 14, 30),
    tags: ['pnpm', 'tooling'],
    confidence: 'high',
    source: { kind: 'agent', trust: 'agent', agent: 'copilot' },
  })

  test('is written as LeanSpec writes one', () => {
    expect(exportLeanspec({ entries: [entry], lineage: [] })).toEqual([
      {
        path: 'entries/2026-03-07T14-30-00.000Z-a1b2c3d4.json',
        text: `{
  "id": "a1b2c3d4-5678-40ab-8def-1234567890ab",
  "category": "conventions",
  "content": "Always use pnpm, never npm or yarn.",
  "created": "2026-03-07T14:30:00Z",
  "agent": "copilot",
  "tags": [
    "pnpm",
    "tooling"
  ],
  "supersedes": null,
  "confidence": "high"
}
`,
      },
    ])
  })

  test('carries what LeanSpec has no name for, unless that is left out', () => {
    const memory = {
      entries: [
        {
          ...entry,
          key: 'k',
          title: 'T',
          pinned: true,
          scope: 'branch:b',
          source: { ...entry.source, trust: 'user' as const },
        },
      ],
      lineage: ['u2', 'u1'].map((under) => ({
        kind: 'supersedes' as const,
        top: entry.id,
        under: buildEntry(under).id,
        recorded: 0,
        by: 'x',
      })),
    }
    const [file] = exportLeanspec(memory)
    expect(JSON.parse(file?.text ?? '')).toMatchObject({
      supersedes: 'u1',
      varve: {
        key: 'k',
        pinned: true,
        trust: 'user',
        supersedes: ['u1', 'u2'],
        title: 'T',
        scope: 'branch:b',
      },
    })
    expect(exportLeanspec(memory, { isStrict: true })[0]?.text).not.toContain('varve')
    expect(imported({ '1.json': file?.text ?? '' }).entries[0]).toMatchObject({
      key: 'k',
      pinned: true,
      title: 'T',
    })
  })

  test('10 000 written in one millisecond have 10 000 names [LS-68]', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) =>
      buildEntry(`a1b2c3d4-${String(index).padStart(4, '0')}-40ab-8def-1234567890ab`, { created: 5 }),
    )
    const names = exportLeanspec({ entries, lineage: [] }).map((file) => file.path.toLowerCase())
    expect(new Set(names).size).toBe(10_000)
  })

  test('never takes a name that is there', () => {
    const taken = ['2026-03-07T14-30-00.000Z-A1B2C3D4.json']
    expect(exportLeanspec({ entries: [entry], lineage: [] }, { taken })[0]?.path).toBe(
      'entries/2026-03-07T14-30-00.000Z-a1b2c3d45678.json',
    )
  })

  test('retracted ones are written only when asked for', () => {
    const entries = [{ ...entry, state: 'retracted' as const }]
    expect(exportLeanspec({ entries, lineage: [] })).toEqual([])
    expect(exportLeanspec({ entries, lineage: [] }, { withRetracted: true })[0]?.text).toContain(
      '"state": "retracted"',
    )
  })
})
