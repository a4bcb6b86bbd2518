import { entryId } from '../../src/domain/ids.ts'
import type { RenderEntry } from '../../src/render/render-entry.ts'

type Parts = Partial<Omit<RenderEntry, 'id'>> & { readonly id: string }

/** A head of the view, with a default for whatever a test doesn't speak of. */
export function buildEntry({ id, ...parts }: Parts): RenderEntry {
  return {
    id: entryId(id),
    shortId: id.slice(0, 8),
    content: `Content of ${id}.`,
    category: 'conventions',
    assertedTo: Date.UTC(2026, 2, 1),
    confidence: 'medium',
    trust: 'agent',
    pinned: false,
    stale: false,
    conflicts: [],
    forks: [],
    standsFor: 0,
    quarantined: false,
    ...parts,
  }
}

/** The entries of the reference's example of the index. */
export const GOLDEN_ENTRIES: readonly RenderEntry[] = [
  golden('c1', 'conventions', 7, 'Always use pnpm, never npm or yarn.'),
  golden('c2', 'conventions', 5, 'Use `cargo test -p core` for core Rust tests.'),
  {
    ...golden('c3', 'conventions', 3, 'Extract shared logic instead of copying it.'),
    confidence: 'low',
  },
  golden('a1', 'architecture', 6, 'Monorepo: packages/ (TS), rust/ (Rust), docs-site/ (Docusaurus).'),
  golden('a2', 'architecture', 2, 'Rust binaries are distributed via npm platform packages.'),
  golden('o1', 'operations', 8, 'Build: `pnpm build`. Test: `pnpm test`.'),
  golden('o2', 'operations', 1, 'CI validates with `pnpm typecheck` before merge.'),
]

function golden(id: string, category: string, day: number, content: string): RenderEntry {
  return buildEntry({ id, category, content, assertedTo: Date.UTC(2026, 2, day) })
}

export const DEFAULT_CATEGORIES = [
  { name: 'conventions' },
  { name: 'architecture' },
  { name: 'operations' },
  { name: 'decisions' },
]
