import { by, byNumber, reversed } from '../../domain/order.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { cutTokens } from '../compress/cut-tokens.ts'
import { subjectOf } from '../forms/subject.ts'
import { tokenSize } from '../forms/token-size.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import { newestTodos } from '../lookahead/todo-hints.ts'
import type { Message } from '../model/message.ts'
import type { ToolOperation } from '../model/target.ts'
import { commandOf } from '../targets/call-payload.ts'
import { type CallFact, callsOf, succeeded } from '../targets/calls-of.ts'
import { findSuperseded } from '../targets/find-superseded.ts'
import { relativePath, resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'

export interface ManifestInput {
  readonly messages: readonly Message[]
  readonly ledger: DecisionLookup
  readonly handleOf: (key: string) => string
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
  readonly workingDirectory?: string | undefined
  /** Keys of human parts whose words go in verbatim. */
  readonly isPinned: (key: string) => boolean
}

/** Tokens that a manifest has at most. */
const MOST_TOKENS = 1500
const MOST_COMMANDS = 10
const MOST_HANDLES = 20
const CHANGES: ReadonlySet<ToolOperation> = new Set(['write', 'edit', 'delete', 'move'])

/**
 * What a summary must not lose, in plain lines: changed files first, because a summary that forgets which file was
 * written or deleted misleads most. Sections are given room in this order.
 */
export function renderManifest(input: ManifestInput): string {
  const calls = callsOf(input.messages)
  const files = fileLines(calls, input)
  const sections: readonly [title: string, lines: readonly string[]][] = [
    ['Files changed', files.changed],
    ['Open tasks', todoLines(input)],
    ['Said by the user, word for word, oldest first', userLines(input)],
    ['Commands that failed', commandLines(calls, input)],
    ['Files read', files.read],
    ['Left out, and can be read back by handle', handleLines(calls, input)],
  ]
  return input.redact(withinBudget(sections, input.counter))
}

function withinBudget(
  sections: readonly (readonly [title: string, lines: readonly string[]])[],
  counter: TokenCounter,
): string {
  const shown: string[] = []
  let left = MOST_TOKENS
  for (const [title, lines] of sections) {
    if (lines.length === 0) continue
    const own: string[] = []
    const heading = `${title}:`
    left -= counter.count(heading) + 1
    for (const line of lines) {
      const size = counter.count(line) + 1
      if (size > left) break
      own.push(line)
      left -= size
    }
    if (own.length > 0) shown.push(heading, ...own)
  }
  return cutTokens(shown.join('\n'), MOST_TOKENS, counter)
}

interface FileTrail {
  readonly path: string
  last: ToolOperation
  times: number
  isChanged: boolean
  isSuperseded: boolean
}

function fileLines(calls: readonly CallFact[], input: ManifestInput) {
  const superseded = findSuperseded(calls, input.workingDirectory)
  const trails = new Map<string, FileTrail>()
  for (const fact of calls) {
    if (!succeeded(fact)) continue
    for (const { operation, path, destination } of targetsOf(fact.call)) {
      if (!CHANGES.has(operation) && operation !== 'read') continue
      for (const each of [path, destination]) {
        if (each === undefined) continue
        const name = resolvePath(each, input.workingDirectory)
        const trail = trails.get(name) ?? {
          path: each,
          last: operation,
          times: 0,
          isChanged: false,
          isSuperseded: false,
        }
        trails.delete(name)
        trails.set(name, trail)
        trail.times++
        trail.last = operation
        trail.isChanged ||= CHANGES.has(operation)
        trail.isSuperseded = superseded.has(fact.call.key)
      }
    }
  }
  const print = ({ path, last, times, isSuperseded }: FileTrail) =>
    `- ${relativePath(path, input.workingDirectory)}: last ${last}${times > 1 ? `, ${times} times` : ''}${isSuperseded ? ', superseded' : ''}`
  const newest = [...trails.values()].reverse()
  return {
    changed: newest.filter(({ isChanged }) => isChanged).map(print),
    read: newest.filter(({ isChanged }) => !isChanged).map(print),
  }
}

function commandLines(calls: readonly CallFact[], input: ManifestInput): readonly string[] {
  const failed = calls.filter(({ call, result }) => {
    const isCommand = commandOf(call.args) !== undefined
    return isCommand && result !== undefined && (result.isError === true || (result.exitCode ?? 0) !== 0)
  })
  return failed.slice(-MOST_COMMANDS).map(({ call, result }) => {
    const code = result?.exitCode === undefined ? 'error' : `exit ${result.exitCode}`
    return `- ${subjectOf({ ...call, kind: 'tool_result' }, call, input)}: ${code}`
  })
}

function todoLines({ messages, redact }: ManifestInput): readonly string[] {
  return newestTodos(messages)
    .filter(({ status }) => status !== 'completed' && status !== 'cancelled' && status !== 'done')
    .map(({ text, status }) => `- ${status.replaceAll('_', ' ')}: ${redact(text)}`)
}

function userLines({ messages, isPinned, redact }: ManifestInput): readonly string[] {
  return messages
    .flatMap(({ human, parts }) =>
      human
        ? parts.flatMap((part) =>
            part.kind === 'text' && isPinned(part.key) ? redact(part.text).split('\n') : [],
          )
        : [],
    )
    .filter((line) => line.trim() !== '')
    .map((line) => `> ${line}`)
}

function handleLines(calls: readonly CallFact[], input: ManifestInput): readonly string[] {
  const { ledger, handleOf } = input
  const elided = calls.flatMap(({ call, result }) =>
    [call, result].flatMap((part) => {
      const decision = part === undefined ? undefined : ledger.find(part.key)
      return part === undefined || decision?.level !== 'placeholder'
        ? []
        : [{ part, call, tokens: decision.tokensBefore }]
    }),
  )
  return elided
    .toSorted(by(({ tokens }) => tokens, reversed(byNumber)))
    .slice(0, MOST_HANDLES)
    .map(
      ({ part, call, tokens }) =>
        `- ${handleOf(part.key)}: ${subjectOf(part, call, input)}, ${tokenSize(tokens)} tok`,
    )
}
