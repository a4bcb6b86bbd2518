import { type Issue, printJson, VarveError } from '@varve/core'
import { findNearestName } from '../config/nearest-name.ts'
import type { OperationContext } from '../operations/context.ts'
import type { OperationResult } from '../operations/operation.ts'
import { runOperation } from '../operations/run-operation.ts'
import { OPERATIONS, type TableRow } from '../operations/table.ts'
import { type OutputFormat, takeOutputFormat } from './output-format.ts'
import { parseArguments } from './parse-arguments.ts'

/** What the command line needs of the process it runs in. */
export interface CommandLine {
  readonly args: readonly string[]
  readonly version: string
  /** Makes the context of one run and clears it up afterwards. */
  open(): Promise<CommandSession>
  writeOut(text: string): void
  writeError(text: string): void
  readonly debug: boolean
}

export interface CommandSession {
  readonly context: OperationContext
  /** What to tell beside the answer, in whatever format that is. */
  notices(): readonly Issue[]
  close(): void
}

/** Runs one command line; the number it comes back with is the exit code. */
export async function main(line: CommandLine): Promise<number> {
  let format: OutputFormat = 'human'
  try {
    const taken = takeOutputFormat(line.args)
    format = taken.format
    return await run(line, taken.rest, format)
  } catch (thrown) {
    const { asVarveError, renderError } = await import('./print-error.ts')
    const error = asVarveError(thrown)
    line.writeError(renderError(error, format, line.debug))
    return error.exitCode
  }
}

async function run(line: CommandLine, args: readonly string[], format: OutputFormat): Promise<number> {
  const [first] = args
  if (first === '--version' || first === '-V') {
    line.writeOut(`${line.version}\n`)
    return 0
  }
  const isHelp = first === '--help' || first === '-h' || first === 'help'
  if (first === undefined || (isHelp && args.length === 1)) {
    line.writeOut((await import('./help.ts')).renderHelp())
    return 0
  }
  const { row, rest } = findCommand(isHelp ? [...args.slice(1), '--help'] : args)
  const operation = await row.load()
  const raw = parseArguments(operation, rest)
  if (raw === undefined) {
    line.writeOut((await import('./help.ts')).renderCommandHelp(operation))
    return 0
  }
  let session: CommandSession | undefined
  try {
    const result = await runOperation(operation, raw, async () => {
      session = await line.open()
      return session.context
    })
    const code = print(line, format, result)
    for (const notice of session?.notices() ?? []) writeIssue(line, notice)
    return code
  } finally {
    session?.close()
  }
}

function findCommand(args: readonly string[]): { readonly row: TableRow; readonly rest: readonly string[] } {
  const [first = '', second = ''] = args
  const two = OPERATIONS.find((row) => row.name === `${first} ${second}`)
  if (two) return { row: two, rest: args.slice(2) }
  const one = OPERATIONS.find((row) => row.name === first)
  if (one) return { row: one, rest: args.slice(1) }
  const seconds = OPERATIONS.filter((row) => row.name.startsWith(`${first} `))
  if (seconds.length > 0) {
    throw new VarveError('usage', `${first} what? ${seconds.map((row) => row.name).join(', ')}`, {
      fix: [`varve ${seconds[0]?.name} --help`],
    })
  }
  const nearest = findNearestName(first, [...new Set(OPERATIONS.map((row) => row.name.split(' ')[0] ?? ''))])
  throw new VarveError('unknown_command', `unknown command: ${first}`, {
    fix: [nearest ? `varve ${nearest} --help` : 'varve --help'],
  })
}

/** Data goes to standard output; issues, as talk, to standard error. */
function print(line: CommandLine, format: OutputFormat, result: OperationResult): number {
  line.writeOut(format === 'json' ? printJson(result.json) : result[format])
  if (format === 'human') {
    for (const issue of result.issues ?? []) writeIssue(line, issue)
  }
  return result.exit ?? 0
}

function writeIssue(line: CommandLine, { severity, code, message, fix }: Issue): void {
  line.writeError(`${severity}: [${code}] ${message}\n`)
  for (const command of fix) line.writeError(`  try: ${command}\n`)
}
