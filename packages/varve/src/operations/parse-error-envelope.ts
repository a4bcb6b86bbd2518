import { ERROR_CODES, isJsonObject, VarveError } from '@varve/core'

/** An error as another process of Varve's told it, in `errorEnvelope`'s shape; undefined where this is none. */
export function parseErrorEnvelope(answer: unknown): VarveError | undefined {
  const told = isJsonObject(answer) && isJsonObject(answer.error) ? answer.error : undefined
  const code = ERROR_CODES.find((each) => each === told?.type)
  if (told === undefined || code === undefined || typeof told.message !== 'string') return undefined
  return new VarveError(code, told.message, { subjects: textsIn(told.subjects), fix: textsIn(told.fix) })
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
