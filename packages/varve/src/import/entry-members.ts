import {
  type Consolidation,
  type EntryFields,
  isJsonObject,
  type JsonObject,
  LAYERS,
  type Ref,
  type Scores,
} from '@varve/core'
import { memberOf, textMember } from './json-members.ts'

// Members of an object that say something of an entry, where they have the form that Varve gives them.

const SCOPE = /^(?:project|(?:branch|session):.{1,256})$/

/** As an export wrote it; what else has this name is kept as it is. */
export function consolidationMember(row: JsonObject, name: string): Consolidation | undefined {
  const value = memberOf(row, name)
  if (!isJsonObject(value) || oneOf(LAYERS, value, 'original_layer') === undefined) return undefined
  const isWhole =
    typeof memberOf(value, 'count') === 'number' &&
    isJsonObject(memberOf(value, 'period')) &&
    Array.isArray(memberOf(value, 'exemplars')) &&
    Array.isArray(memberOf(value, 'replaced_ids'))
  // Its members are those that an export wrote.
  return isWhole ? (value as unknown as Consolidation) : undefined
}

export function refOf(ref: JsonObject): Ref {
  const line = numberWithin(ref, 'line', 1e9)
  const texts = (['path', 'symbol', 'commit', 'url', 'hash'] as const).flatMap((name) => {
    const text = textMember(ref, name)
    return text === undefined ? [] : [[name, text] as const]
  })
  return { ...Object.fromEntries(texts), ...(line === undefined ? {} : { line }) }
}

export function scopeMember(row: JsonObject, name: string): string | undefined {
  const scope = textMember(row, name)
  return scope !== undefined && SCOPE.test(scope) ? scope : undefined
}

export function entityMember(row: JsonObject): EntryFields['entity'] {
  const entity = memberOf(row, 'entity')
  if (!isJsonObject(entity)) return undefined
  const [kind, name] = [textMember(entity, 'kind'), textMember(entity, 'name')]
  return kind === undefined || name === undefined ? undefined : { kind, name }
}

export function scoresMember(row: JsonObject): Scores | undefined {
  const scores = memberOf(row, 'scores')
  if (!isJsonObject(scores)) return undefined
  const { recurrence, impact, specificity } = scores
  const isComplete = [recurrence, impact, specificity].every((score) => typeof score === 'number')
  return isComplete
    ? { recurrence: Number(recurrence), impact: Number(impact), specificity: Number(specificity) }
    : undefined
}

export function numberWithin(row: JsonObject, name: string, most: number): number | undefined {
  const value = memberOf(row, name)
  return typeof value === 'number' && value >= 0 && value <= most ? value : undefined
}

export function oneOf<T extends string>(values: readonly T[], row: JsonObject, name: string): T | undefined {
  const value = memberOf(row, name)
  return values.find((each) => each === value)
}
