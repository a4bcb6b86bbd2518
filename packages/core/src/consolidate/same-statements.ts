import { type Entry, hasFlag } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { byText, sortedUnique } from '../domain/order.ts'
import { statementKey } from '../guard/normalise/statement-key.ts'
import type { StoreReader } from '../ports/store.ts'
import { isExempt } from './attributes.ts'

/** An entry and all that say the same: one of them alone would only make way for the next. By id. */
export function sameStatements(reader: StoreReader, entry: Entry): readonly Entry[] {
  const key = entry.title === undefined ? statementKey(entry) : undefined
  if (key === undefined) return [entry]
  const ids = sortedUnique([entry.id, ...reader.classMembers(entry.scope, key)]) as EntryId[]
  return ids
    .sort(byText)
    .flatMap((id) => reader.entry(id) ?? [])
    .filter((member) => member.state === 'active' && !hasFlag(member, 'buried'))
}

/** Whether any that say the same must stay. */
export function saysWhatIsKept(reader: StoreReader, entry: Entry): boolean {
  return sameStatements(reader, entry).some((member) => isExempt(member))
}
