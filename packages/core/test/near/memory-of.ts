import type { EntryFields } from '../../src/index.ts'
import { BUILT_AT, buildAdd } from '../../src/testing/index.ts'
import { Replica } from '../journal/world.ts'

/** A memory of these entries, the last one the newest. */
export function memoryOf(
  ...entries: readonly (readonly [id: string, text: string, fields?: Partial<EntryFields>])[]
): Replica {
  const replica = new Replica('a')
  entries.forEach(([id, text, fields], index) => {
    const operations = [buildAdd(id, text, { created: BUILT_AT - 1000 + index, ...fields })]
    replica.apply({ stage: 'edit', command: 'add', operations, base: [] })
  })
  return replica
}
