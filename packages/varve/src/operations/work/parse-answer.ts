import { firstJsonObject, type Json, VarveError } from '@varve/core'
import * as z from 'zod/mini'
import type { WorkMode } from './mode.ts'

export const MAX_ANSWER_LENGTH = 8000
/** Where nobody even looks for the object. */
const HOPELESS = 16 * MAX_ANSWER_LENGTH

export interface ParsedAnswer {
  readonly value: unknown
  /** Places of fields that say what is worked out. */
  readonly ignored: readonly string[]
}

/** The answer in a text, checked by its mode's schema. Throws `bad_answer` with the place of the first fault. */
export function parseAnswer(text: string, { answer, computed = [] }: WorkMode, task: string): ParsedAnswer {
  if (text.length > HOPELESS) throw bad(`${text.length} characters; ${MAX_ANSWER_LENGTH} may be`, task)
  const given = firstJsonObject(text)
  if (given === undefined) throw bad('there is no JSON object in it', task)
  const ignored: string[] = []
  const value = withoutComputed(given, computed, ignored)
  const result = z.safeParse(answer, value)
  if (!result.success) {
    const [issue] = result.error.issues
    throw bad(`${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'not of the schema'}`, task)
  }
  const { length } = JSON.stringify(value)
  if (length > MAX_ANSWER_LENGTH) throw bad(`${length} characters; ${MAX_ANSWER_LENGTH} may be`, task)
  return { value: result.data, ignored }
}

/** The items of an answer as if nobody had proposed what is worked out. */
function withoutComputed(answer: object, computed: readonly string[], ignored: string[]): object {
  if (computed.length === 0) return answer
  const lists = Object.entries(answer).map(([name, list]: readonly [string, Json]) => {
    if (!Array.isArray(list)) return [name, list] as const
    const items = list.map((item: Json, index): Json => {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
      const fields = Object.entries(item)
      const [vain, kept] = [true, false].map((is) =>
        fields.filter(([field]) => computed.includes(field) === is),
      )
      ignored.push(...(vain ?? []).map(([field]) => `${name}[${index}].${field}`))
      return Object.fromEntries(kept ?? [])
    })
    return [name, items] as const
  })
  return Object.fromEntries(lists)
}

function bad(message: string, task: string): VarveError {
  return new VarveError('bad_answer', `the answer to ${task} isn't what was asked for: ${message}`, {
    subjects: [task],
    fix: [`varve work submit ${task} --file answer.json`],
  })
}
