import type { Confidence } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { canonicalJson, type JsonObject } from '../domain/json.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { byText } from '../domain/order.ts'
import { Sha256 } from '../domain/sha256.ts'

/** Everything that the rendered files are made of. The order within each list doesn't matter. */
export interface RenderInputs {
  /** All entries of the set, the hidden ones too. */
  readonly entries: Iterable<InputEntry>
  readonly lineage: Iterable<Pick<LineageEdge, 'kind' | 'top' | 'under'>>
  /** Decided review items. */
  readonly reviews: Iterable<{ readonly id: string; readonly decision: JsonObject }>
  /** What `renderingConfig` picks from the `memory` section. */
  readonly config: JsonObject
  readonly narratives: Iterable<{ readonly category: string; readonly hash: string }>
}

/** What of an entry a rendered file depends on. */
export interface InputEntry {
  readonly id: EntryId
  readonly contentHash: string
  readonly category: string
  readonly at: Instant
  readonly confidence: Confidence
  readonly state: 'active' | 'retracted'
  readonly pinned: boolean
  /** Whatever else shows: flags, trust, scope, subject. */
  readonly flagsHash: string
}

/** Names of the rules whose change makes every cached file stale. */
const VERSIONS = 'nv1 s1 ix1 cx1'
const CONFIG_KEYS = ['autoInjectTokenBudget', 'categories', 'counter', 'indexWeights'] as const

/** The `inputs` of the index and of each compacted file: 16 hex digits, equal where the inputs are equal. */
export function inputsHash(inputs: RenderInputs): string {
  const lines = [`c ${canonicalJson(inputs.config)}`, `v ${VERSIONS}`]
  for (const entry of inputs.entries) lines.push(entryLine(entry))
  for (const edge of inputs.lineage) lines.push(`l ${edge.kind} ${edge.top} ${edge.under}`)
  for (const review of inputs.reviews) lines.push(`r ${review.id} ${canonicalJson(review.decision)}`)
  for (const { category, hash } of inputs.narratives) lines.push(`n ${category} ${hash}`)
  const digest = new Sha256()
  digest.update('varve-inputs/1\n')
  digest.update(lines.sort(byText).join('\n'))
  return digest.digest().slice(0, 16)
}

/** The keys of the `memory` section that rendering depends on. */
export function renderingConfig(memory: JsonObject): JsonObject {
  const picked: Record<string, JsonObject[string]> = {}
  for (const key of CONFIG_KEYS) {
    const value = memory[key]
    if (value !== undefined) picked[key] = value
  }
  return picked
}

function entryLine(entry: InputEntry): string {
  const { id, contentHash, category, at, confidence, state, pinned, flagsHash } = entry
  return `e ${id} ${contentHash} ${category} ${at} ${confidence} ${state} ${pinned} ${flagsHash}`
}
