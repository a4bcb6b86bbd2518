import { assertedTo } from '../../domain/entry.ts'
import { formatDate } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { MergeSource } from '../merge-source.ts'

/** A version of instructions: another text has another name. */
export interface Prompt {
  readonly name: string
  readonly system: string
  readonly schema: JsonObject
}

/** The name that an entry has in a call: no id of the memory leaves it. */
export function aliasOf(place: number): string {
  return `e${place + 1}`
}

/** One entry a line. JSON escapes what would end its line or its string. */
export function entryLines(
  candidates: readonly Pick<MergeSource, 'entry'>[],
  redact: (text: string) => string,
): string {
  return candidates
    .map(({ entry }, place) =>
      JSON.stringify({
        e: aliasOf(place),
        text: redact(entry.content),
        tags: entry.tags.map(redact),
        date: formatDate(assertedTo(entry)),
      }),
    )
    .join('\n')
}

export function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export function list(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

export const TEXT: JsonObject = { type: 'string' }
