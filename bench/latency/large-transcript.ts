import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../measure.ts'

const COMMAND = `${ROOT}packages/varve/bundle/varve.mjs`
const MEGABYTE = 1e6

type Line = Readonly<Record<string, unknown>>

/** A recorded session of pi told again and again with new ids, until it is as long as asked; `isCompacted` after each. */
export function longTranscript(path: string, bytes: number, isCompacted: boolean): string {
  const [head, ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const messages = lines.filter(({ type }) => type === 'message')
  const told = [JSON.stringify({ ...head, version: 3 })]
  let size = 0
  let parentId: string | null = null
  let next = 0
  for (let round = 0; size < bytes; round++) {
    if (isCompacted && round > 0) {
      const id = `k${round}`
      const timestamp = messages[0]?.timestamp
      const firstKeptEntryId = `m${next - 4}`
      const compaction = { summary: 'What was done so far', firstKeptEntryId, tokensBefore: 100_000 }
      told.push(JSON.stringify({ type: 'compaction', id, parentId, timestamp, ...compaction }))
      parentId = id
    }
    for (const message of messages) {
      if (size >= bytes) break
      const id: string = `m${next++}`
      const line = JSON.stringify({ ...message, id, parentId }).replaceAll('toolu_', `toolu_${round}x`)
      told.push(line)
      size += line.length + 1
      parentId = id
    }
  }
  return `${told.join('\n')}\n`
}

/** What a process takes: seconds of processor, and megabytes at most. */
export interface ProcessCost {
  readonly seconds: number
  readonly megabytes: number
}

/** What the built command takes to fit a transcript. */
export function fitByCommand(transcript: string): ProcessCost {
  const folder = mkdtempSync(join(tmpdir(), 'varve-fit-'))
  try {
    const file = join(folder, 'session.jsonl')
    writeFileSync(file, transcript)
    return costOf([COMMAND, 'fit', file, '--json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What Node takes to do nothing. */
export function bareNode(): ProcessCost {
  return costOf(['-e', '0'])
}

/** What the kernel counts since the process began its program: `maxRSS` begins with what its parent held. */
const TELL = `process.on("exit",()=>{
  const status = process.getBuiltinModule("node:fs").readFileSync("/proc/self/status","utf8")
  const { user, system } = process.cpuUsage()
  process.stderr.write("\\nUSAGE "+JSON.stringify([(user+system)/1e6,Number(/VmHWM:\\s*(\\d+)/.exec(status)[1])*1024]))
})`

function costOf(args: readonly string[]): ProcessCost {
  const all = [`--import=data:text/javascript,${encodeURIComponent(TELL)}`, ...args]
  const { stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  const [seconds = Number.NaN, bytes = Number.NaN] = JSON.parse(
    stderr.slice(stderr.lastIndexOf('USAGE ') + 'USAGE '.length),
  ) as readonly number[]
  return { seconds, megabytes: bytes / MEGABYTE }
}
