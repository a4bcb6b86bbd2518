import { dirname, join, resolve } from 'node:path'
import type { OperationContext } from '../context.ts'

/** Where the files of a mirror lie: entries that LeanSpec reads too, and beside them everything that was done. */
export interface MirrorPlace {
  readonly entries: string
  readonly events: string
}

/** Undefined unless `memory.mirror` is on. */
export function findMirror({
  config,
  place,
}: Pick<OperationContext, 'config' | 'place'>): MirrorPlace | undefined {
  const { mirror, mirrorDir } = config.memory
  if (mirror !== 'leanspec') return undefined
  const entries = resolve(place.top, mirrorDir)
  return { entries, events: join(dirname(entries), 'events') }
}
