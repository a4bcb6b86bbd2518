import type { TranscriptFork } from '../transcript.ts'
import { answersIn, type ClaudeLine, callsIn, messageIdOf } from './parse-line.ts'

/** The lines that the model saw, in the order of the file. */
export interface MainPath {
  readonly lines: readonly ClaudeLine[]
  /** False where the tree has a gap: then the lines are all of the file's. */
  readonly isTree: boolean
  readonly forks: readonly TranscriptFork[]
}

/**
 * Lines are a tree, because a user can go back and say something else. The path leads from the last message up to
 * the root. Parallel calls are a chain of lines whose results branch off it: the rest of each message on the path,
 * and the results of its calls, belong to it too.
 */
export function findMainPath(lines: readonly ClaudeLine[], branch: string | undefined): MainPath {
  const messages = lines.filter((line) => line.kind === 'message')
  const byId = new Map(lines.flatMap((line) => (line.uuid === undefined ? [] : [[line.uuid, line] as const])))
  if (!isWholeTree(lines, byId)) return { lines, isTree: false, forks: [] }
  const leaf =
    messages.find((line) => branch !== undefined && line.uuid?.startsWith(branch)) ?? messages.at(-1)
  const path = withSiblings(lines, pathTo(leaf, lines, byId))
  const kept = lines.filter((line) => path.has(line))
  return { lines: kept, isTree: true, forks: forksOf(messages, path) }
}

type ById = ReadonlyMap<string, ClaudeLine>

/** Whether there is one root, and every parent is there; of the first line it may be in another file. */
function isWholeTree(lines: readonly ClaudeLine[], byId: ById): boolean {
  const first = lines.find((line) => line.uuid !== undefined)
  const isDangling = (line: ClaudeLine) =>
    line.kind !== 'compaction' && line !== first && line.parent !== undefined && !byId.has(line.parent)
  if (lines.some(isDangling)) return false
  const isRoot = (line: ClaudeLine) =>
    line.kind === 'message' && (line.parent === undefined || !byId.has(line.parent))
  return lines.filter(isRoot).length <= 1
}

function pathTo(leaf: ClaudeLine | undefined, lines: readonly ClaudeLine[], byId: ById): Set<ClaudeLine> {
  const path = new Set<ClaudeLine>()
  for (let line = leaf; line !== undefined && !path.has(line); line = parentOf(line, lines, byId))
    path.add(line)
  return path
}

function parentOf(line: ClaudeLine, lines: readonly ClaudeLine[], byId: ById): ClaudeLine | undefined {
  const parent = line.parent === undefined ? undefined : byId.get(line.parent)
  if (parent !== undefined || line.kind !== 'compaction') return parent
  return lines.findLast((other) => other.number < line.number && other.kind === 'message')
}

function withSiblings(lines: readonly ClaudeLine[], path: ReadonlySet<ClaudeLine>): ReadonlySet<ClaudeLine> {
  const all = new Set(path)
  const messageIds = new Set([...path].flatMap((line) => messageIdOf(line) ?? []))
  for (const line of lines) if (messageIds.has(messageIdOf(line) ?? '')) all.add(line)
  const calls = new Set([...all].flatMap(callsIn))
  for (const line of lines) {
    const answers = answersIn(line)
    if (answers.length > 0 && answers.every((id) => calls.has(id))) all.add(line)
  }
  return all
}

/** Messages off the path from which nothing goes on. */
function forksOf(messages: readonly ClaudeLine[], path: ReadonlySet<ClaudeLine>): readonly TranscriptFork[] {
  const parents = new Set(messages.map((line) => line.parent))
  return messages
    .filter((line) => !path.has(line) && line.uuid !== undefined && !parents.has(line.uuid))
    .map((line) => ({ id: line.uuid ?? '', ...(line.at === undefined ? {} : { at: line.at }) }))
}
