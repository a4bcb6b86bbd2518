import * as z from 'zod/mini'
import { ERROR_SCHEMA, OUTPUT_SCHEMAS } from '../../packages/varve/src/operations/output/output-schemas.ts'

/** `docs/reference/output-schemas.json`: what `--json` prints, by command, as JSON Schema 2020-12. */
export function renderOutputSchemas(): string {
  const commands = Object.entries(OUTPUT_SCHEMAS).map(([name, schema]) => [name, describe(schema)])
  const file = { commands: Object.fromEntries(commands), error: describe(ERROR_SCHEMA) }
  return `${JSON.stringify(file, undefined, 1)}\n`
}

function describe(schema: z.ZodMiniType): object {
  return z.toJSONSchema(schema, { io: 'output' })
}
