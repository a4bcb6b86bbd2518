import type { GraphEdge } from '../../digest/graph/link-graph.ts'
import type { EntryId } from '../../domain/ids.ts'
import { LINK_INVERSES, type Link } from '../../domain/link.ts'
import { by, byText, inOrder } from '../../domain/order.ts'
import type { Graph } from './graph.ts'

export const DIRECTIONS = ['out', 'in', 'both'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Which edges a walk may take, and in which direction. */
export interface StepRules {
  readonly direction: Direction
  /** Only these types, as they are shown; none given: every type. */
  readonly types: readonly string[]
  readonly excludedTypes: readonly string[]
  /** Only links stated by themselves, or only those written in a text. */
  readonly source: Link['source'] | undefined
  /** An edge that is walked against its direction has the inverse type. */
  readonly invertsInbound: boolean
  /** Notes of less value are passed over, and what only they lead to. */
  readonly minimumValue: number
}

/** An edge as it is seen from a node. */
export interface Step {
  readonly edge: GraphEdge
  readonly from: EntryId
  readonly to: EntryId
  /** As shown. */
  readonly type: string
  readonly isInbound: boolean
}

/** By type, then id; of two edges that differ in nothing else, what was stated comes last. */
export const stepOrder = inOrder<Step>(
  by((step) => step.type, byText),
  by((step) => step.to, byText),
  by((step) => step.edge.source, byText),
  by(
    (step) => Number(step.isInbound),
    (a, b) => a - b,
  ),
)

/** The steps that lead away from a node, in order. */
export function stepsFrom(
  node: EntryId,
  edges: readonly GraphEdge[],
  rules: StepRules,
  graph: Pick<Graph, 'valueOf'>,
): readonly Step[] {
  return edges
    .flatMap((edge) => stepsAlong(node, edge, rules))
    .filter((step) => isAllowed(step, rules) && isWorth(step.to, rules, graph))
    .sort(stepOrder)
}

/** The steps that lead to a node from any other, in no order. */
export function stepsTo(
  node: EntryId,
  edges: readonly GraphEdge[],
  rules: StepRules,
  graph: Pick<Graph, 'valueOf'>,
): readonly Step[] {
  if (!isWorth(node, rules, graph)) return []
  return edges
    .flatMap((edge) => stepsAlong(edge.from === node ? edge.to : edge.from, edge, rules))
    .filter((step) => isAllowed(step, rules))
}

/** The name of a link type from its other end. */
export function inverseType(type: string): string {
  return LINK_INVERSES[type] ?? `inverse-${type}`
}

function stepsAlong(
  node: EntryId,
  edge: GraphEdge,
  { direction, invertsInbound }: StepRules,
): readonly Step[] {
  if (edge.from === node) {
    return direction === 'in' ? [] : [{ edge, from: node, to: edge.to, type: edge.type, isInbound: false }]
  }
  if (direction === 'out') return []
  const type = invertsInbound ? inverseType(edge.type) : edge.type
  return [{ edge, from: node, to: edge.from, type, isInbound: true }]
}

/** Without a least value nothing is asked of the store. */
function isWorth(node: EntryId, { minimumValue }: StepRules, graph: Pick<Graph, 'valueOf'>): boolean {
  return minimumValue === 0 || graph.valueOf(node) >= minimumValue
}

function isAllowed({ edge, type }: Step, { source, types, excludedTypes }: StepRules): boolean {
  if (source !== undefined && edge.source !== source) return false
  if (types.length > 0 && !types.includes(type)) return false
  return !excludedTypes.includes(type)
}
