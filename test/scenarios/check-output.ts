import { ERROR_SCHEMA, OUTPUT_SCHEMAS } from '../../packages/varve/src/operations/output/output-schemas.ts'

/** The commands whose answers were checked in this process. */
export const checkedCommands = new Set<string>()

interface Answer {
  readonly stdout: string
  readonly stderr: string
}

/** Throws where an answer in JSON isn't what the published schema of its command says. */
export function checkOutput(args: readonly string[], { stdout, stderr }: Answer): void {
  if (!asksForJson(args)) return
  if (stdout === '') {
    checkError(args, stderr)
    return
  }
  const name = nameOf(args)
  const schema = OUTPUT_SCHEMAS[name]
  if (schema === undefined) return
  const { error } = schema.safeParse(JSON.parse(stdout))
  if (error) throw new Error(`varve ${args.join(' ')} answers otherwise than published: ${error.message}`)
  checkedCommands.add(name)
}

function checkError(args: readonly string[], stderr: string): void {
  const line = stderr.split('\n').find((each) => each.startsWith('{'))
  if (line === undefined) return
  const { error } = ERROR_SCHEMA.safeParse(JSON.parse(line))
  if (error) throw new Error(`the error of varve ${args.join(' ')} is none: ${error.message}`)
}

/** What follows `--` is text. */
function asksForJson(args: readonly string[]): boolean {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  return flags.some((arg, at) => arg === '--json' || (arg === '--format' && args[at + 1] === 'json'))
}

/** Help is text in every format, and so is no answer of a command. */
function nameOf(args: readonly string[]): string {
  const words = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--format')
  const [first = '', second = ''] = words
  const two = `${first} ${second}`
  if (args.includes('--help') || args.includes('-h')) return ''
  return Object.hasOwn(OUTPUT_SCHEMAS, two) ? two : first
}
