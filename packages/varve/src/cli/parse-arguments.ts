import { VarveError } from '@varve/core'
import { findNearestName } from '../config/nearest-name.ts'
import type { Field } from '../operations/field.ts'
import type { Operation } from '../operations/operation.ts'

/** Values as they were typed, by the names of the fields. */
export type RawInput = Readonly<Record<string, unknown>>

/**
 * Reads the words after a command's name into the fields of its operation. Undefined where help was
 * asked for. Throws `usage` or `unknown_flag` with a right example.
 */
export function parseArguments(operation: Operation, args: readonly string[]): RawInput | undefined {
  const { values, positionals } = readWords(operation, args)
  if (values.help !== undefined) return undefined
  const fields = Object.entries(operation.fields)
  const flags = fields.filter(([, field]) => field.place === undefined)
  const given = flags.flatMap(([name, field]) => {
    const typed = values[flagName(name)]
    return typed === undefined ? [] : [[name, typedValue(operation, name, field, typed)] as const]
  })
  const places = fields.filter(([, field]) => field.place !== undefined)
  return Object.fromEntries([...given, ...placed(operation, places, positionals)])
}

/** `allowLarge` → `allow-large` */
export function flagName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

type Typed = string | boolean | readonly (string | boolean)[]

function readWords(
  operation: Operation,
  args: readonly string[],
): { readonly values: Readonly<Record<string, Typed | undefined>>; readonly positionals: readonly string[] } {
  const flags = Object.entries(operation.fields).filter(([, field]) => field.place === undefined)
  const options = Object.fromEntries(
    flags.map(([name, field]) => {
      const type = field.shape === 'switch' ? ('boolean' as const) : ('string' as const)
      // Every value is collected, so that one given twice is told rather than dropped.
      return [flagName(name), { type, multiple: true }]
    }),
  )
  // As an import, node:util would load each of its members' own parts: four milliseconds of a start.
  const { parseArgs } = process.getBuiltinModule('node:util')
  try {
    const { values, positionals } = parseArgs({
      args: args.map(shield),
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const read = Object.entries(values).map(([name, typed]) => [name, [typed].flat().map(unshield)])
    return { values: Object.fromEntries(read), positionals: positionals.map(unshield) }
  } catch (thrown) {
    throw usageError(operation, thrown, Object.keys(options))
  }
}

// No argument of a process has a NUL in it.
const SHIELD = '\0'

/** A list item is a text, though it begins with a dash: no option has a blank in its name. */
function shield(word: string): string {
  return /^-[^=]*\s/.test(word) ? SHIELD + word : word
}

function unshield<T>(word: T): T | string {
  return typeof word === 'string' && word.startsWith(SHIELD) ? word.slice(1) : word
}

/** Node's own words without its advice on `--`, which is of no help here. */
function usageError(operation: Operation, thrown: unknown, names: readonly string[]): VarveError {
  const message = thrown instanceof Error ? (thrown.message.split(/\.\s/)[0] ?? '') : String(thrown)
  const unknown = /^Unknown option '-{1,2}([^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return new VarveError('usage', message, { fix: [operation.examples[0]] })
  const nearest = findNearestName(unknown, names)
  const hint = nearest === undefined ? '' : `; --${nearest} is meant, perhaps`
  return new VarveError('unknown_flag', `${operation.name} has no --${unknown}${hint}`, {
    fix: [operation.examples[0]],
  })
}

function typedValue(operation: Operation, name: string, field: Field, typed: Typed): unknown {
  const all = Array.isArray(typed) ? typed : [typed]
  if (field.shape === 'switch') return true
  if (field.shape === 'list') return all
  if (all.length > 1) {
    throw new VarveError('usage', `--${flagName(name)} was given twice`, { fix: [operation.examples[0]] })
  }
  return field.shape === 'number' ? toNumber(String(all[0])) : all[0]
}

/** What isn't a number stays text, for the schema to name. */
function toNumber(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function placed(
  operation: Operation,
  places: readonly (readonly [string, Field])[],
  words: readonly string[],
): readonly (readonly [string, unknown])[] {
  const given: (readonly [string, unknown])[] = []
  let left = words
  for (const [name, field] of places) {
    if (field.place === 'rest') given.push([name, left])
    else if (left[0] !== undefined) given.push([name, left[0]])
    left = field.place === 'rest' ? [] : left.slice(1)
  }
  if (left.length > 0) {
    throw new VarveError(
      'usage',
      `${operation.name} has no place for ${left.map((word) => JSON.stringify(word)).join(' ')}`,
      {
        fix: [operation.examples[0]],
      },
    )
  }
  return given
}
