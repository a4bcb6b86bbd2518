import type { EntryId } from '../../domain/ids.ts'
import type { Graph } from './graph.ts'
import { type Step, stepOrder, stepsFrom, stepsTo } from './steps.ts'
import type { WalkRules } from './walk.ts'

/** One end of a search: what it has come to, and the step by which each node was come to. */
interface Side {
  readonly by: Map<EntryId, Step | undefined>
  /** The nodes farthest from the end, in the order of coming to them. */
  readonly layer: readonly EntryId[]
}

/**
 * The steps of the shortest path, looked for from both ends a layer at a time, always on the side that has
 * less to read; undefined where there is none. Of several it is the smallest sequence of (type, id):
 *
 *     from ─ 1 ─ 2 ─ x ─ 2' ─ 1' ─ to      every shortest path has a node of the layer where the sides meet
 *
 * Layers from the start are in the order of the smallest ways to their nodes, so the first node that
 * both sides have is on the smallest path; from there each node's smallest step towards the end leads on.
 */
export function pathByHops(
  graph: Graph,
  from: EntryId,
  to: EntryId,
  rules: WalkRules,
): readonly Step[] | undefined {
  let start: Side = { by: new Map([[from, undefined]]), layer: [from] }
  let end: Side = { by: new Map([[to, undefined]]), layer: [to] }
  for (let hops = 0; ; hops++) {
    const meeting = start.layer.find((node) => end.by.has(node))
    if (meeting !== undefined) return [...stepsBefore(meeting, start), ...stepsAfter(meeting, end)]
    if (hops >= rules.maxHops || start.layer.length === 0 || end.layer.length === 0) return undefined
    if (start.layer.length <= end.layer.length) start = forward(graph, start, rules)
    else end = backward(graph, end, rules)
  }
}

function forward(graph: Graph, { by, layer }: Side, rules: WalkRules): Side {
  const edges = graph.edgesOf(layer)
  const next: EntryId[] = []
  for (const node of layer) {
    for (const step of stepsFrom(node, edges.get(node) ?? [], rules, graph)) {
      if (by.has(step.to)) continue
      by.set(step.to, step)
      next.push(step.to)
    }
  }
  return { by, layer: next }
}

/** Each new node keeps its smallest step into the layer: the one it would be left by. */
function backward(graph: Graph, { by, layer }: Side, rules: WalkRules): Side {
  const edges = graph.edgesOf(layer)
  const next = new Map<EntryId, Step>()
  for (const node of layer) {
    for (const step of stepsTo(node, edges.get(node) ?? [], rules, graph)) {
      if (by.has(step.from)) continue
      const known = next.get(step.from)
      if (known === undefined || stepOrder(step, known) < 0) next.set(step.from, step)
    }
  }
  for (const [node, step] of next) by.set(node, step)
  return { by, layer: [...next.keys()] }
}

function stepsBefore(node: EntryId, { by }: Side): readonly Step[] {
  const steps: Step[] = []
  for (let step = by.get(node); step !== undefined; step = by.get(step.from)) steps.push(step)
  return steps.reverse()
}

function stepsAfter(node: EntryId, { by }: Side): readonly Step[] {
  const steps: Step[] = []
  for (let step = by.get(node); step !== undefined; step = by.get(step.to)) steps.push(step)
  return steps
}
