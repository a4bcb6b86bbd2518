import { renderContextCache } from './cache/render-cache.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'
import { tokenCounter } from './token-counter.ts'

/** How large a memory is, and how large its surface. */
export interface MemoryMeasure {
  readonly entries: number
  readonly visible: number
  readonly duplicates: number
  readonly superseded: number
  readonly issues: number
  /** Of all texts, hidden ones too. */
  readonly tokens: number
  readonly visibleTokens: number
  /** Of the index that a session starts with. */
  readonly indexTokens: number
}

export function measureMemory(context: OperationContext): MemoryMeasure {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const counter = tokenCounter(context.config.memory.counter)
  const measure = { entries: 0, visible: 0, duplicates: 0, superseded: 0, tokens: 0, visibleTokens: 0 }
  for (const { id, title, content } of view.entries({ visibility: 'all' })) {
    const tokens = counter.count(content) + (title === undefined ? 0 : counter.count(title))
    const hidden = view.viewOf(id)?.hidden
    measure.entries += 1
    measure.tokens += tokens
    if (hidden === undefined) {
      measure.visible += 1
      measure.visibleTokens += tokens
    }
    if (hidden?.reason === 'duplicate') measure.duplicates += 1
    if (hidden?.reason === 'superseded') measure.superseded += 1
  }
  const { index } = renderContextCache(context)
  return { ...measure, issues: view.issues().length, indexTokens: index.tokens }
}
