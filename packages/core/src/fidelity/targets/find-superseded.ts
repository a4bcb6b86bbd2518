import type { Part } from '../model/message.ts'
import type { Target } from '../model/target.ts'
import { type CallFact, succeeded } from './calls-of.ts'
import { LineCoverage } from './line-coverage.ts'
import { resolvePath } from './resolve-path.ts'
import { targetsOf } from './targets-of.ts'

/**
 * The reads, writes and edits whose lines a later read or write shows again, each with the key of the part that
 * does. An edit shows nothing but itself, so it supersedes nothing.
 */
export function findSuperseded(
  calls: readonly CallFact[],
  workingDirectory?: string,
): ReadonlyMap<string, string> {
  const files = new Map<string, LineCoverage>()
  const superseded = new Map<string, string>()
  for (const fact of calls.toReversed()) {
    const targets = targetsOf(fact.call)
    for (const target of targets) {
      if (target.path === undefined || !SHOWN.has(target.operation)) continue
      const path = resolvePath(target.path, workingDirectory)
      const later = files.get(path) ?? new LineCoverage()
      files.set(path, later)
      // One call of several files is superseded as a whole, or not at all.
      const by = targets.length === 1 ? supersededBy(fact, target, later) : undefined
      if (by !== undefined) superseded.set(fact.call.key, by)
      cover(later, fact, target)
    }
  }
  return superseded
}

const SHOWN: ReadonlySet<string> = new Set(['read', 'write', 'edit'])

function supersededBy(fact: CallFact, target: Target, later: LineCoverage): string | undefined {
  if (target.operation !== 'read' || target.range === undefined)
    return later.ofWholeFile() ?? linesShown(fact, target, later)
  return later.of(...linesRead(fact, target))
}

/** A whole read may be shown again piece by piece. */
function linesShown(fact: CallFact, target: Target, later: LineCoverage): string | undefined {
  return target.operation === 'read' && fact.result !== undefined
    ? later.of(...linesRead(fact, target))
    : undefined
}

function cover(later: LineCoverage, fact: CallFact, target: Target): void {
  if (!succeeded(fact)) return
  if (target.operation === 'write') later.addWrite(fact.call.key)
  if (target.operation !== 'read') return
  const [start, end] = linesRead(fact, target)
  later.addRead(fact.result?.key ?? '', start, end, target.range === undefined)
}

/** The lines from the first that was asked for to the last that came back. */
function linesRead({ result }: CallFact, { range }: Target): readonly [start: number, end: number] {
  const start = range?.[0] ?? 1
  if (result !== undefined) return [start, start + lineCount(result)]
  return [start, range === undefined || range[1] < 0 ? Number.POSITIVE_INFINITY : range[1] + 1]
}

const LINE_COUNTS = new WeakMap<Part, number>()

function lineCount(result: Part): number {
  const known = LINE_COUNTS.get(result)
  if (known !== undefined) return known
  const { text } = result
  let count = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  LINE_COUNTS.set(result, count)
  return count
}
