import { createRedactor, type JsonObject } from '@varve/core'
import { maskPayload } from '@varve/core/sessions'
import type { Config } from '../config/config.ts'

/** What a host said, as it may lie in a file. Apart from the rest, because few hosts need it. */
export function maskInput(said: JsonObject, { redact }: Config): JsonObject {
  return maskPayload(said, createRedactor(redact))
}
