import { firstJsonObject } from '../domain/first-json-object.ts'

/** A group as a model answers it: the names of the call, and a text for what they stand for. */
export interface AnsweredGroup {
  readonly ids: readonly string[]
  readonly text: string
  /** What it says that it left out. */
  readonly dropped: readonly { readonly e: string; readonly anchor: string }[]
}

/** The groups in an answer; undefined where it isn't of the schema. Members that nobody asked for don't count. */
export function parseGroups(text: string, member: string): readonly AnsweredGroup[] | undefined {
  const answer = firstJsonObject(text)
  const groups = isObject(answer) ? answer[member] : undefined
  if (!Array.isArray(groups)) return undefined
  const parsed = groups.map(parseGroup)
  return parsed.every((group) => group !== undefined) ? parsed : undefined
}

function parseGroup(value: unknown): AnsweredGroup | undefined {
  if (!isObject(value)) return undefined
  const { ids, text, dropped = [] } = value
  if (!isTexts(ids) || typeof text !== 'string' || !Array.isArray(dropped)) return undefined
  if (!dropped.every(isDropped)) return undefined
  return { ids, text, dropped }
}

function isDropped(value: unknown): value is AnsweredGroup['dropped'][number] {
  return isObject(value) && typeof value.e === 'string' && typeof value.anchor === 'string'
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
