import { applyPlan, entryId, type Link, type Operation } from '@varve/core'
import { buildAdd } from '@varve/core/testing'
import { openTestContext, type TestContext } from './test-context.ts'

/** The notes of the examples of the digests' reference, with their links and without their digest's edges. */
const NOTES: readonly (readonly [
  id: string,
  type: string,
  title: string,
  tags: readonly string[],
  body: string,
])[] = [
  [
    'qp-1a2b',
    'permanent',
    'Use pnpm for installs',
    ['tooling'],
    'Always use `pnpm` 9, never npm or yarn; npm breaks the workspace links.\n\nSee [[qp-2c3d]].\n',
  ],
  [
    'qp-2c3d',
    'permanent',
    'Lockfile policy',
    ['ci', 'tooling'],
    'Commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` and fails on drift.\n',
  ],
  [
    'qp-3e4f',
    'literature',
    'CI cache',
    ['ci'],
    'CI caches ~/.pnpm-store keyed by the hash of pnpm-lock.yaml; a warm install takes 14 s, a cold one 96 s.\n',
  ],
  ['qp-4a5b', 'permanent', 'Node version', ['tooling'], 'Node 20.11 is required; see .nvmrc.\n'],
  [
    'qp-9f0e',
    'permanent',
    'Release checklist',
    ['release'],
    'Before a release run `pnpm build`, then check [[qp-3e4f]].\n',
  ],
  [
    'qp-d16e',
    'permanent',
    'Install tooling digest',
    ['digest'],
    '## Summary\n\nUse `pnpm` 9, never npm or yarn; commit `pnpm-lock.yaml`; CI runs `pnpm install --frozen-lockfile` with ~/.pnpm-store cached (warm install 14 s).\n\n## Expand when\n\n- cache timings or drift failures matter\n',
  ],
]

export const SOURCES = ['qp-1a2b', 'qp-2c3d', 'qp-3e4f'] as const

export function openSample(): TestContext {
  const opened = openTestContext()
  write(opened, [
    ...NOTES.map(([id, type, title, tags, body]) => buildAdd(id, body, { type, title, tags })),
    linked('qp-1a2b', 'related', 'qp-2c3d', 'inline'),
    linked('qp-3e4f', 'supports', 'qp-2c3d', 'typed'),
    linked('qp-4a5b', 'related', 'qp-1a2b', 'typed'),
    linked('qp-9f0e', 'related', 'qp-3e4f', 'inline'),
  ])
  return opened
}

/** Writes operations as they are, as a sync or an import would. */
export function write({ context }: TestContext, operations: readonly Operation[]): void {
  context
    .writing()
    .transact('test', (writer) =>
      applyPlan(
        writer,
        { stage: 'import', command: 'import', operations, base: [] },
        { actor: 'tester', via: 'library', branch: null, now: context.clock.now() },
      ),
    )
}

/** The edge that a clone would bring along. */
export function edge(kind: 'digests' | 'supersedes', top: string, under: string): Operation {
  return { op: 'lineage.add', kind, top: entryId(top), under: entryId(under), was: null }
}

function linked(from: string, type: string, to: string, source: Link['source']): Operation {
  return { op: 'link.add', link: { from: entryId(from), to: entryId(to), type, source } }
}
