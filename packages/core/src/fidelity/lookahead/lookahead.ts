import { by, byNumber } from '../../domain/order.ts'
import type { Hint } from '../model/hint.ts'
import { keywordsOf } from './keywords.ts'

export interface Task {
  readonly id: string
  readonly title: string
  readonly description?: string
  /** The tool or agent that will do it, where that is known. */
  readonly agentHint?: string
  readonly dependsOn: readonly string[]
  readonly status: string
}

export interface TaskGraph {
  readonly tasks: readonly Task[]
}

/** How far ahead it is worth looking. */
export const DEEPEST = 5
const AT_WORK = new Set(['running', 'ready'])

/** What comes next in a graph of tasks: those that wait for what is at work, each at its smallest distance. */
export function lookahead({ tasks }: TaskGraph, depth: number): readonly Hint[] {
  const distances = new Map<string, number>()
  let frontier = tasks.filter(({ status }) => AT_WORK.has(status)).map(({ id }) => id)
  for (const id of frontier) distances.set(id, 0)
  for (let distance = 1; distance <= Math.min(depth, DEEPEST) && frontier.length > 0; distance++) {
    const reached = new Set(frontier)
    const next = tasks.filter(
      ({ id, dependsOn }) => !distances.has(id) && dependsOn.some((on) => reached.has(on)),
    )
    for (const { id } of next) distances.set(id, distance)
    frontier = next.map(({ id }) => id)
  }
  return tasks.flatMap((task) => hintOf(task, distances.get(task.id) ?? 0)).sort(nearestFirst)
}

const nearestFirst = by<Hint, number>(({ distance }) => distance, byNumber)

function hintOf({ agentHint, title, description = '' }: Task, distance: number): readonly Hint[] {
  const tool = agentHint ?? title
  return distance === 0 ? [] : [{ tool, keywords: keywordsOf(tool, description), distance }]
}
