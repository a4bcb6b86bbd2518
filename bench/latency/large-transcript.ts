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

/** What the built command takes to fit a transcript: seconds of processor, and megabytes at most. */
export function fitByCommand(transcript: string): { readonly seconds: number; readonly megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'varve-fit-'))
  try {
    const file = join(folder, 'session.jsonl')
    writeFileSync(file, transcript)
    const told =
      'process.on("exit",()=>process.stderr.write("\\nUSAGE "+JSON.stringify(process.resourceUsage())))'
    const args = [`--import=data:text/javascript,${encodeURIComponent(told)}`, COMMAND, 'fit', file, '--json']
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
    const usage = JSON.parse(stderr.slice(stderr.lastIndexOf('USAGE ') + 6)) as NodeJS.ResourceUsage
    return {
      seconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
      megabytes: (usage.maxRSS * 1024) / MEGABYTE,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
