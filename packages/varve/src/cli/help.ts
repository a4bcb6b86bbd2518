import type { Field } from '../operations/field.ts'
import type { Operation } from '../operations/operation.ts'
import { OPERATIONS } from '../operations/table.ts'
import { flagName } from './parse-arguments.ts'

/** `varve --help`: each command in a line, and two lines to start with. */
export function renderHelp(): string {
  const width = Math.max(...OPERATIONS.map((row) => row.name.length))
  const commands = OPERATIONS.map((row) => `  ${row.name.padEnd(width)}  ${row.summary}`)
  return `varve: lossless memory for AI coding agents

Usage: varve <command> [arguments] [--format human|json|records]

Commands:
${commands.join('\n')}

Examples:
  varve add "Use pnpm, never npm." --category conventions
  varve import . && varve compact

varve <command> --help tells more. Nothing is deleted but by purge: varve undo takes back the last change.
`
}

/** `varve <command> --help`: what it takes, and two command lines that work. */
export function renderCommandHelp({ name, summary, fields, examples }: Operation): string {
  const entries = Object.entries(fields)
  const places = entries.filter(([, field]) => field.place !== undefined)
  const flags = entries.filter(([, field]) => field.place === undefined)
  const usage = ['varve', name, ...places.map(([, field]) => placeholder(field)), '[options]'].join(' ')
  const rows = [
    ...places.map(([, field]) => [placeholder(field), field.doc] as const),
    ...flags.map(([field, { shape, value, doc }]) => {
      const flag = `--${flagName(field)}`
      return [shape === 'switch' ? flag : `${flag} <${value ?? 'value'}>`, doc] as const
    }),
    ['--format human|json|records', 'How the answer is printed; --json and --records for short'] as const,
  ]
  return `${summary}

Usage: ${usage}

${rows.map(row).join('\n')}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`
}

const COLUMN = 30

/** A long name has a line of its own, so that the texts stay in one column. */
function row([name, doc]: readonly [string, string]): string {
  return name.length <= COLUMN
    ? `  ${name.padEnd(COLUMN)}  ${doc}`
    : `  ${name}\n${' '.repeat(COLUMN + 4)}${doc}`
}

function placeholder(field: Field): string {
  const name = field.value ?? 'value'
  if (field.place === 'rest') return `[${name}...]`
  return field.schema.safeParse(undefined).success ? `[${name}]` : `<${name}>`
}
