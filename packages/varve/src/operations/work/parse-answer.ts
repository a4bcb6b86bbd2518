import { firstJsonObject, VarveError } from '@varve/core'
import * as z from 'zod/mini'
import type { WorkMode } from './mode.ts'

export const MAX_ANSWER_LENGTH = 8000
/** Where nobody even looks for the object. */
const HOPELESS = 16 * MAX_ANSWER_LENGTH

/** The answer in a text, checked by its mode's schema. Throws `bad_answer` with the place of the first fault. */
export function parseAnswer(text: string, { answer }: WorkMode, task: string): unknown {
  if (text.length > HOPELESS) throw bad(`${text.length} characters; ${MAX_ANSWER_LENGTH} may be`, task)
  const value = firstJsonObject(text)
  if (value === undefined) throw bad('there is no JSON object in it', task)
  const result = z.safeParse(answer, value)
  if (!result.success) {
    const [issue] = result.error.issues
    throw bad(`${issue?.path.join('.') || 'the object'}: ${issue?.message ?? 'not of the schema'}`, task)
  }
  const { length } = JSON.stringify(value)
  if (length > MAX_ANSWER_LENGTH) throw bad(`${length} characters; ${MAX_ANSWER_LENGTH} may be`, task)
  return result.data
}

function bad(message: string, task: string): VarveError {
  return new VarveError('bad_answer', `the answer to ${task} isn't what was asked for: ${message}`, {
    subjects: [task],
    fix: [`varve work submit ${task} --file answer.json`],
  })
}
