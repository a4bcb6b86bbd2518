import type { LineageKind } from '../../src/domain/lineage.ts'
import type { EntryId, Link, OpenView, Store } from '../../src/index.ts'
import { openView, refreshViews } from '../../src/index.ts'
import { BUILT_AT, buildEntry, buildRow, createMemoryStore } from '../../src/testing/index.ts'

export interface Content {
  readonly entries: Readonly<Record<string, Parameters<typeof buildEntry>[1]>>
  /** `a supports b`, or `a related b inline`. */
  readonly links?: readonly string[]
  /** `d digests a b c` */
  readonly lineage?: readonly string[]
}

/** A memory with its resolved view. */
export function memoryOf({ entries, links = [], lineage = [] }: Content): {
  readonly store: Store
  readonly view: OpenView
} {
  const store = createMemoryStore()
  store.transact('build', (writer) => {
    for (const [id, fields] of Object.entries(entries)) {
      const entry = buildEntry(id, fields)
      writer.putEntry(entry, buildRow(entry))
    }
    for (const link of links) writer.putLink(linkOf(link))
    for (const text of lineage) {
      const [top = '', kind = '', ...unders] = text.split(' ')
      for (const under of unders) {
        writer.putLineage({
          kind: kind as LineageKind,
          top: top as EntryId,
          under: under as EntryId,
          recorded: BUILT_AT,
          by: 'tester',
        })
      }
    }
    refreshViews(
      writer,
      [...writer.compactionRows({})].map(({ id }) => id),
    )
  })
  return { store, view: openView(store, []) }
}

export function linkOf(text: string): Link {
  const [from = '', type = '', to = '', source = 'typed'] = text.split(' ')
  return { from: from as EntryId, type, to: to as EntryId, source: source as Link['source'] }
}

const note = (title: string, type: string, content: string, tags: readonly string[]) => ({
  title,
  type,
  content,
  tags,
  created: Date.UTC(2026, 2, 1),
  recorded: Date.UTC(2026, 2, 1),
})

/** The sample store of the reference. */
export const SAMPLE: Content = {
  entries: {
    'qp-1a2b': note(
      'Use pnpm for installs',
      'permanent',
      'Always use `pnpm` 9, never npm or yarn; npm breaks the workspace links.\n\nSee [[qp-2c3d]].\n',
      ['tooling'],
    ),
    'qp-2c3d': note(
      'Lockfile policy',
      'permanent',
      'Commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` and fails on drift.\n',
      ['ci', 'tooling'],
    ),
    'qp-3e4f': note(
      'CI cache',
      'literature',
      'CI caches ~/.pnpm-store keyed by the hash of pnpm-lock.yaml; a warm install takes 14 s, a cold one 96 s.\n',
      ['ci'],
    ),
    'qp-4a5b': note('Node version', 'permanent', 'Node 20.11 is required; see .nvmrc.\n', ['tooling']),
    'qp-9f0e': note(
      'Release checklist',
      'permanent',
      'Before a release run `pnpm build`, then check [[qp-3e4f]].\n',
      ['release'],
    ),
    'qp-d16e': note(
      'Install tooling digest',
      'permanent',
      '## Summary\n\nUse `pnpm` 9, never npm or yarn; commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` with ~/.pnpm-store cached (warm install 14 s).\n\n## Expand when\n\n- cache timings or drift failures matter\n',
      ['digest'],
    ),
  },
  links: [
    'qp-1a2b related qp-2c3d inline',
    'qp-3e4f supports qp-2c3d',
    'qp-4a5b related qp-1a2b',
    'qp-9f0e related qp-3e4f inline',
  ],
  lineage: ['qp-d16e digests qp-1a2b qp-2c3d qp-3e4f'],
}
