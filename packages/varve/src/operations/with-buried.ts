import type { EntryView, OpenView } from '@varve/core'

/** The view in which what was forgotten is shown, where nothing else says the same. */
export function withBuried(view: OpenView): OpenView {
  return {
    ...view,
    viewOf(id) {
      const found = view.viewOf(id)
      return found && shown(found)
    },
    viewsOf: (ids) => new Map(Array.from(view.viewsOf(ids), ([id, found]) => [id, shown(found)])),
    *entries({ limit, offset = 0, ...query }) {
      if (query.visibility !== 'heads') {
        yield* view.entries({ ...query, offset, ...(limit !== undefined && { limit }) })
        return
      }
      let passed = 0
      for (const entry of view.entries({ ...query, visibility: 'all' })) {
        const found = view.viewOf(entry.id)
        if (found !== undefined && shown(found).hidden !== undefined) continue
        passed += 1
        if (passed <= offset) continue
        if (limit !== undefined && passed > offset + limit) return
        yield entry
      }
    },
  }
}

function shown(found: EntryView): EntryView {
  const { hidden, ...rest } = found
  return hidden?.reason === 'forgotten' && hidden.by === null ? rest : found
}
