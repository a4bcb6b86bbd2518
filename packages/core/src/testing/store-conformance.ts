import type { Store } from '../ports/store.ts'
import { accessCases } from './conformance/access-cases.ts'
import { changeCases } from './conformance/change-cases.ts'
import { compactionRowCases } from './conformance/compaction-row-cases.ts'
import { entryCases } from './conformance/entry-cases.ts'
import { entryQueryCases } from './conformance/entry-query-cases.ts'
import { graphCases } from './conformance/graph-cases.ts'
import { journalCases } from './conformance/journal-cases.ts'
import { matchCases } from './conformance/match-cases.ts'
import { nearCases } from './conformance/near-cases.ts'
import { remoteCases } from './conformance/remote-cases.ts'
import { sessionCases } from './conformance/session-cases.ts'
import { transactionCases } from './conformance/transaction-cases.ts'
import { vectorCases } from './conformance/vector-cases.ts'
import { viewCases } from './conformance/view-cases.ts'

/**
 * What every store must do, as cases for any test runner. `open` gives a fresh, empty store of the
 * project `sample` each time.
 *
 * @example
 * for (const { name, run } of storeConformance(() => createMemoryStore())) test(name, run)
 */
export function storeConformance(
  open: () => Store,
): readonly { readonly name: string; readonly run: () => void }[] {
  return [
    ...journalCases,
    ...entryCases,
    ...entryQueryCases,
    ...viewCases,
    ...compactionRowCases,
    ...graphCases,
    ...matchCases,
    ...nearCases,
    ...changeCases,
    ...vectorCases,
    ...sessionCases,
    ...accessCases,
    ...remoteCases,
    ...transactionCases,
  ].map(({ name, check }) => ({
    name,
    run() {
      const store = open()
      try {
        check(store)
      } finally {
        store.close()
      }
    },
  }))
}
