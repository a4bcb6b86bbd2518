import { VarveError } from '@varve/core'

export const OUTPUT_FORMATS = ['human', 'json', 'records'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Flags that stand for a format. */
const SHORTHANDS: Readonly<Record<string, OutputFormat>> = {
  '--json': 'json',
  '--records': 'records',
  '--token': 'records',
}

/**
 * Takes the format flags out of the arguments. Read before everything else, so that even a usage
 * error is told in the format that was asked for.
 */
export function takeOutputFormat(args: readonly string[]): {
  readonly format: OutputFormat
  readonly rest: readonly string[]
} {
  const named = new Set<string>()
  const rest: string[] = []
  const end = args.includes('--') ? args.indexOf('--') : args.length
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ''
    const shorthand = index < end ? SHORTHANDS[argument] : undefined
    if (shorthand) named.add(shorthand)
    else if (index < end && argument === '--format') named.add(args[++index] ?? '')
    else if (index < end && argument.startsWith('--format=')) named.add(argument.slice('--format='.length))
    else rest.push(argument)
  }
  return { format: checkFormat(named), rest }
}

function checkFormat(named: ReadonlySet<string>): OutputFormat {
  const [first = 'human', second] = [...named]
  if (second !== undefined) {
    throw new VarveError('usage', `two formats at once: ${[...named].join(' and ')}`, {
      fix: ['varve list --format json'],
    })
  }
  const format = OUTPUT_FORMATS.find((candidate) => candidate === first)
  if (format) return format
  throw new VarveError(
    'unknown_format',
    `unknown format: ${first || '(none)'}; it is human, json or records`,
    {
      fix: ['varve list --format json'],
    },
  )
}
