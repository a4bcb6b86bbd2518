import * as z from 'zod/mini'

/** How a surface lets people give a value: a word, a list of words, a switch. */
export type FieldShape = 'text' | 'number' | 'list' | 'switch'

/** One input of an operation: its schema for machines and its name and doc for people. */
export interface Field<T = unknown> {
  readonly schema: z.ZodMiniType<T>
  readonly shape: FieldShape
  readonly doc: string
  /** Given by place rather than by name on a command line; `rest` takes all that follow. */
  readonly place?: 'positional' | 'rest'
  /** What stands for the value in help: `--category <name>`. */
  readonly value?: string
  /** The choices, for help and completion. */
  readonly choices?: readonly string[]
  /** What a value may be, in words, where there are no choices to name. */
  readonly allowed?: string
}

export type Fields = Readonly<Record<string, Field>>

export type InputOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never
}

type Optional<T> = T | undefined

interface TextOptions {
  readonly value?: string
}

export function positional(doc: string, value: string): Field<string> {
  return { schema: z.string(), shape: 'text', doc, place: 'positional', value }
}

export function optionalPositional(doc: string, value: string): Field<Optional<string>> {
  return { schema: z.optional(z.string()), shape: 'text', doc, place: 'positional', value }
}

export function rest(doc: string, value: string): Field<readonly string[]> {
  return { schema: z._default(z.array(z.string()), []), shape: 'list', doc, place: 'rest', value }
}

export function text(doc: string, { value = 'text' }: TextOptions = {}): Field<Optional<string>> {
  return { schema: z.optional(z.string()), shape: 'text', doc, value }
}

export function list(doc: string, { value = 'text' }: TextOptions = {}): Field<readonly string[]> {
  return { schema: z._default(z.array(z.string()), []), shape: 'list', doc, value }
}

export function choice<const C extends readonly [string, ...string[]]>(
  doc: string,
  choices: C,
): Field<Optional<C[number]>> {
  return { schema: z.optional(z.enum(choices)), shape: 'text', doc, value: choices.join('|'), choices }
}

export function integer(
  doc: string,
  {
    minimum = 0,
    maximum = Number.MAX_SAFE_INTEGER,
    value = 'n',
  }: { minimum?: number; maximum?: number; value?: string } = {},
): Field<Optional<number>> {
  const schema = z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum)))
  const most = maximum === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${maximum}`
  return { schema, shape: 'number', doc, value, allowed: `a whole number, ${minimum}${most}` }
}

export function decimal(doc: string, { value = 'n' }: TextOptions = {}): Field<Optional<number>> {
  const schema = z.optional(z.number().check(z.minimum(0)))
  return { schema, shape: 'number', doc, value, allowed: 'a number, 0 or more' }
}

/** A number from 0 to 1. */
export function share(doc: string, standard?: number): Field<Optional<number>> {
  const schema = z.optional(z.number().check(z.minimum(0), z.maximum(1)))
  return {
    schema,
    shape: 'number',
    doc: standard === undefined ? doc : `${doc} (default ${standard})`,
    value: '0–1',
    allowed: 'a number from 0 to 1',
  }
}

export function flag(doc: string): Field<boolean> {
  return { schema: z._default(z.boolean(), false), shape: 'switch', doc }
}
