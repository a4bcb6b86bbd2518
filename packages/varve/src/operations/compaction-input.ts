import type { CompactionDisplay } from '@varve/core/recall'
import { flag, type InputOf, integer } from './field.ts'

/** How much is shown of what lies under a digest, and whether the digest stands for it at all. */
export const compactionFields = {
  raw: flag('Every entry for itself, also what another stands in for'),
  noResolveCompaction: flag('The same as --raw'),
  withCompactionIds: flag('Name what lies under each digest'),
  expandCompaction: flag('Show what lies under each digest, after it'),
  compactionDepth: integer('How deep, for the two above (default 1)', { minimum: 1, maximum: 50 }),
  compactionMaxNodes: integer('Most ids named of one digest', { minimum: 1 }),
}

type DisplayInput = Omit<InputOf<typeof compactionFields>, 'expandCompaction'> & {
  readonly expandCompaction?: boolean
}

export function compactionDisplay(input: DisplayInput): CompactionDisplay {
  const { withCompactionIds, expandCompaction = false, compactionDepth = 1, compactionMaxNodes } = input
  return {
    withIds: withCompactionIds,
    expands: expandCompaction,
    depth: compactionDepth,
    ...(compactionMaxNodes !== undefined && { maxNodes: compactionMaxNodes }),
  }
}

export function isRawAsked({
  raw,
  noResolveCompaction,
}: Pick<DisplayInput, 'raw' | 'noResolveCompaction'>): boolean {
  return raw || noResolveCompaction
}
