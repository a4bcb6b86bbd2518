import { VarveError } from '@varve/core'
import * as z from 'zod/mini'
import type { Fields, InputOf } from './field.ts'
import type { Operation } from './operation.ts'

/** Checks raw values against an operation's fields. Throws `usage` or `invalid_value` with a right example. */
export function parseInput<F extends Fields>(
  operation: Operation<F>,
  raw: Readonly<Record<string, unknown>>,
): InputOf<F> {
  const result = z.safeParse(schemaOf(operation.fields), raw)
  // The schema was made of these very fields.
  if (result.success) return result.data as InputOf<F>
  const [issue] = result.error.issues
  const name = String(issue?.path[0] ?? '')
  const field = operation.fields[name]
  if (issue?.code === 'unrecognized_keys') {
    throw new VarveError('unknown_flag', `unknown input: ${issue.keys.join(', ')}`, {
      fix: [operation.examples[0]],
    })
  }
  if (raw[name] === undefined) {
    throw new VarveError('usage', `${operation.name} needs <${field?.value ?? name}>`, {
      fix: [operation.examples[0]],
    })
  }
  const allowed = field?.choices?.join(', ') ?? field?.allowed ?? field?.value ?? 'another value'
  throw new VarveError('invalid_value', `${name} can't be ${JSON.stringify(raw[name])}: ${allowed}`, {
    fix: [operation.examples[0]],
  })
}

// A server runs the same few operations again and again.
const SCHEMAS = new WeakMap<Fields, z.ZodMiniType<Readonly<Record<string, unknown>>>>()

function schemaOf(fields: Fields): z.ZodMiniType<Readonly<Record<string, unknown>>> {
  const known = SCHEMAS.get(fields)
  if (known !== undefined) return known
  const schema = z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
  )
  SCHEMAS.set(fields, schema)
  return schema
}
