import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const BIN = `${ROOT}packages/varve/bundle/varve.mjs`

/** Milliseconds of user and system time of one finished process, as bash accounts for it. */
export function cpuOf(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv, input = ''): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null'
  const child = spawnSync('bash', ['-c', script, 'bash', ...command], { cwd, env, input, encoding: 'utf8' })
  if (child.status !== 0) throw new Error(`${command.join(' ')} ended with ${child.status}: ${child.stderr}`)
  const [user = '', system = ''] = child.stderr.trim().split('\n').at(-1)?.split(' ') ?? []
  return (Number(user.replace(',', '.')) + Number(system.replace(',', '.'))) * 1000
}

/** Runs a worker of ours in a process of its own and reads the JSON that it prints last. */
export function runWorker<T>(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): T {
  const child = spawnSync(process.execPath, ['--conditions=varve-source', file, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (child.status !== 0) throw new Error(`${file} ended with ${child.status}: ${child.stderr}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as T
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2
}

/** Runs A, B, … in turn, so that a machine that slows down slows all of them; medians by name. */
export function interleaved(
  runs: number,
  cases: Readonly<Record<string, () => number>>,
): Readonly<Record<string, number>> {
  const values = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]))
  for (let round = 0; round <= runs; round++) {
    for (const [name, measure] of Object.entries(cases)) {
      const value = measure()
      if (round > 0) values.get(name)?.push(value) // The first round warms up.
    }
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, median(list)]))
}

/** A Markdown table. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
