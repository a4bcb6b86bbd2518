import type { Message, Part } from '../model/message.ts'
import { patchOf, replacementsOf, writtenContent } from '../targets/call-payload.ts'
import { callsOf, succeeded } from '../targets/calls-of.ts'
import { resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { isPatchTool } from '../targets/tool-names.ts'

/** A change of a file that the window tells of. */
interface FileEvent {
  readonly call: Part
  readonly path: string
  readonly at: number
  readonly isContent: boolean
}

/** How many files that were changed twice or more show their newest change, and how many its text. */
export interface FileStates {
  readonly files: number
  readonly shown: number
  readonly contents: number
  readonly contentsShown: number
}

/** The changes of the files of a segment, by file, in order. */
export class FileHistory {
  readonly #files = new Map<string, FileEvent[]>()

  constructor(messages: readonly Message[], workingDirectory?: string) {
    for (const fact of callsOf(messages)) {
      if (!succeeded(fact)) continue
      for (const { operation, path, destination } of targetsOf(fact.call)) {
        if (!CHANGES.has(operation)) continue
        const isContent = operation === 'write' || operation === 'edit'
        for (const name of [path, destination]) {
          if (name === undefined) continue
          const file = resolvePath(name, workingDirectory)
          const at = fact.resultMessage ?? fact.message
          const events = this.#files.get(file) ?? []
          events.push({ call: fact.call, path: name, at, isContent })
          this.#files.set(file, events)
        }
      }
    }
  }

  /** What a view of the messages before `k` still shows of them. */
  shownBefore(k: number, view: readonly Message[]): FileStates {
    const calls = new Map<string, Part>()
    for (const { parts } of view)
      for (const part of parts) if (part.kind === 'tool_call') calls.set(part.key, part)
    const states = { files: 0, shown: 0, contents: 0, contentsShown: 0 }
    for (const events of this.#files.values()) {
      const before = events.filter(({ at }) => at < k)
      const newest = before.at(-1)
      if (newest === undefined || before.length < 2) continue
      states.files++
      if (showsPath(calls.get(newest.call.key), newest)) states.shown++
      const written = before.findLast(({ isContent }) => isContent)
      if (written === undefined) continue
      states.contents++
      if (showsContent(calls.get(written.call.key), written.call)) states.contentsShown++
    }
    return states
  }
}

const CHANGES: ReadonlySet<string> = new Set(['write', 'edit', 'delete', 'move'])

function showsPath(shown: Part | undefined, { call, path }: FileEvent): boolean {
  if (shown === undefined || shown.tool !== call.tool) return false
  return (
    shown.text === call.text ||
    shown.text.includes(path) ||
    shown.text.includes(JSON.stringify(path).slice(1, -1))
  )
}

/** Whether all that the call wrote is in it still; what it replaced may be gone. */
function showsContent(shown: Part | undefined, call: Part): boolean {
  if (shown === undefined) return false
  if (shown.text === call.text) return true
  const now = contentOf(shown)
  return now !== '' && now === contentOf(call)
}

function contentOf({ tool, text, args }: Part): string {
  if (isPatchTool(tool)) {
    return patchOf(text, args)
      .split('\n')
      .filter((line) => line.startsWith('+'))
      .join('\n')
  }
  return (
    writtenContent(args) ??
    replacementsOf(args)
      .map((replacement) => replacement.new)
      .join('\n')
  )
}
