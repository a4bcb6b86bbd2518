import { writeAll } from '../../files/write-all.ts'

/**
 * Keeps standard output for the protocol: whatever else is printed there goes to standard error, and what
 * nobody caught is told there, and ends no connection. Returns the one way to write to it.
 */
export function guardOutput(): (line: string) => void {
  const { stdout, stderr } = process
  stdout.write = ((...args: Parameters<typeof stderr.write>) => stderr.write(...args)) as typeof stdout.write
  const tell = (error: unknown): void => {
    writeAll(2, `mcp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  process.on('uncaughtException', tell)
  process.on('unhandledRejection', tell)
  return (line) => writeAll(1, line)
}
