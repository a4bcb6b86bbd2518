import type { Hint } from '../model/hint.ts'
import type { Message } from '../model/message.ts'
import { overlap, terms } from '../model/terms.ts'
import { lookahead, type TaskGraph } from './lookahead.ts'
import { todoHints } from './todo-hints.ts'

export interface HintSources {
  readonly hints?: readonly Hint[] | undefined
  readonly graph?: TaskGraph | undefined
  /** Whether the todo list of the window counts too. */
  readonly withTodos: boolean
}

/** What the agent will do soon: as its host says, by its task graph, or by its todo list; the first that says anything. */
export function hintsOf(
  { hints, graph, withTodos }: HintSources,
  messages: readonly Message[],
  depth: number,
): readonly Hint[] {
  if (depth <= 0) return []
  if (hints !== undefined && hints.length > 0) return hints
  const planned = graph === undefined ? [] : lookahead(graph, depth)
  return planned.length > 0 || !withTodos ? planned : todoHints(messages, depth)
}

/** How much a text with these terms has to do with what comes next, from 0 to 1. */
export type PlanRelevance = (words: ReadonlySet<string>) => number

export function planRelevance(hints: readonly Hint[]): PlanRelevance {
  const known = hints.map(({ keywords, distance }) => ({
    words: new Set(keywords.flatMap((keyword) => [...terms(keyword)])),
    distance: Math.max(1, distance),
  }))
  return (words) => Math.max(0, ...known.map((hint) => overlap(words, hint.words) / hint.distance))
}
