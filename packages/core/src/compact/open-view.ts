import type { Scope } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import { type Issue, issueOrder } from '../domain/issue.ts'
import { by, byText } from '../domain/order.ts'
import type { EntryView, StoreReader } from '../ports/store.ts'
import { collectComponent } from './affected-rows.ts'
import { canonOf } from './canon.ts'
import { resolveView } from './resolve-view.ts'
import { findStoredView, type OpenView, viewsById } from './stored-view.ts'

export type { OpenView }

/**
 * Opens the resolved view of the project and the given further scopes. The project's own part is
 * kept ready by the store; only the components that a branch's or session's entries lie in are
 * resolved here, and laid over it.
 */
export function openView(reader: StoreReader, furtherScopes: readonly Scope[]): OpenView {
  const stored = findStoredView(reader, furtherScopes)
  if (stored !== undefined) return stored
  const scopes: readonly Scope[] = ['project', ...furtherScopes]
  const own = [...reader.compactionRows({ scopes: furtherScopes })].map((row) => row.id)
  const { rows, edges } = collectComponent(reader, own, scopes)
  const { views, issues } = resolveView(rows, edges)
  return overlaidView(reader, scopes, new Map(views.map((view) => [view.id, view])), issues)
}

function overlaidView(
  reader: StoreReader,
  scopes: readonly Scope[],
  overlay: ReadonlyMap<EntryId, EntryView>,
  issues: readonly Issue[],
): OpenView {
  const viewOf = (id: EntryId) => overlay.get(id) ?? reader.view(id)
  return {
    scopes,
    overlaid: new Set(overlay.keys()),
    viewOf,
    allViews: () => new Map([...viewsById(reader), ...overlay]),
    viewsOf(ids) {
      const wanted = new Set(ids)
      const stored = viewsById(reader, wanted)
      for (const id of wanted) {
        const laid = overlay.get(id)
        if (laid !== undefined) stored.set(id, laid)
      }
      return stored
    },
    hiddenBy(tops) {
      const wanted = new Set(tops)
      const stored = reader.hiddenBy(wanted).filter(({ id }) => !overlay.has(id))
      const laid = [...overlay.values()].filter(({ hidden }) => hidden?.by && wanted.has(hidden.by))
      return [...stored, ...laid].sort(by(({ id }) => id, byText))
    },
    canon: (id) => canonOf(id, viewOf),
    *entries(query) {
      // The store can't order by a view it doesn't hold, so its candidates are judged one by one.
      let skipped = 0
      let given = 0
      const { limit, offset = 0, visibility, ...rest } = query
      for (const entry of reader.entries({ ...rest, visibility: 'all', scopes })) {
        if (visibility !== 'all' && (viewOf(entry.id)?.hidden === undefined) !== (visibility === 'heads'))
          continue
        if (skipped < offset) {
          skipped += 1
          continue
        }
        if (limit !== undefined && given === limit) return
        given += 1
        yield entry
      }
    },
    issues: () =>
      [
        ...reader.viewIssues().filter((issue) => !issue.subjects.some((id) => overlay.has(id as EntryId))),
        ...issues,
      ].sort(issueOrder),
  }
}
