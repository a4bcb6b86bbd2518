import { type EntryId, type Issue, VarveError } from '@varve/core'
import { fillVectors, findNearest } from '@varve/core/recall'
import type { OperationContext } from './context.ts'

/** So many texts are embedded by one search at most, so that it answers soon. */
const FILL_MAX = 256

export interface NearestEntries {
  readonly nearest?: readonly EntryId[]
  readonly issues: readonly Issue[]
}

/**
 * Entries that mean something like a text, where there is an embedder. One that fails takes nothing
 * away: words answer alone, and an issue says so.
 */
export async function nearestEntries(context: OperationContext, text: string): Promise<NearestEntries> {
  const { embedder } = context
  if (embedder === undefined || context.reading().size().entries === 0) return { issues: [] }
  try {
    const store = context.writing()
    await fillVectors(store, embedder, FILL_MAX)
    return { nearest: await findNearest(store, embedder, text), issues: [] }
  } catch (error) {
    if (VarveError.isInstance(error) && error.code !== 'internal') throw error
    return { issues: [embedderFailed(embedder.name, error)] }
  }
}

function embedderFailed(name: string, error: unknown): Issue {
  return {
    code: 'embedder_failed',
    severity: 'warning',
    subjects: [name],
    message: `searched by words alone: ${error instanceof Error ? error.message : String(error)}`,
    fix: [],
  }
}
