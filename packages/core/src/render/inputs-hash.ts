import type { Confidence } from '../domain/entry.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { canonicalJson, type JsonObject } from '../domain/json.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import { sha256 } from '../domain/sha256.ts'
import { addSums, digestLine, type InputSum, sumLines } from './input-sum.ts'

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

/**
 * The `inputs` of the index and of each compacted file: 16 hex digits, equal where the inputs are equal.
 * Over a sum of the lines' digests, so that a changed entry costs its own two lines and no other.
 */
export function inputsHash(inputs: RenderInputs): string {
  return hashOfSums(sumLines(mapped(inputs.entries, entryLine)), inputs)
}

/** `inputsHash`, of entries whose digests are summed up already. */
export function hashOfSums(entries: InputSum, rest: Omit<RenderInputs, 'entries'>): string {
  const sum = addSums(entries, sumLines(otherLines(rest)))
  return sha256(`varve-inputs/3\n${sum.join(' ')}`).slice(0, 16)
}

/** The digest of an entry's line among the inputs. */
export function entryDigest(entry: InputEntry): InputSum {
  return digestLine(entryLine(entry))
}

function* otherLines({ lineage, reviews, config, narratives }: Omit<RenderInputs, 'entries'>) {
  yield `c ${canonicalJson(config)}`
  yield `v ${VERSIONS}`
  for (const { kind, top, under } of lineage) yield `l ${kind} ${top} ${under}`
  for (const { id, decision } of reviews) yield `r ${id} ${canonicalJson(decision)}`
  for (const { category, hash } of narratives) yield `n ${category} ${hash}`
}

function* mapped<T, R>(values: Iterable<T>, change: (value: T) => R): Iterable<R> {
  for (const value of values) yield change(value)
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
