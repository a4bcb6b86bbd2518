import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import { argumentsJson } from './parts.ts'
import { commandOf, newTexts, operationOf, patchedPaths, pathsOf } from './tools.ts'

/** §19.3, STATE: a call that changed a file, and how it wrote its path. */
interface FileEvent {
  readonly call: Part
  readonly path: string
  /** Leaves a text in the file, rather than taking it away. */
  readonly isText: boolean
}

export interface FileCounts {
  readonly files: number
  readonly shown: number
  readonly contents: number
  readonly contentsShown: number
}

/** Of the files that were changed twice before a call, whose newest change a view shows. */
export function fileCounts(
  before: readonly Message[],
  view: readonly Message[],
  workingDirectory = '',
): FileCounts {
  const counts = { files: 0, shown: 0, contents: 0, contentsShown: 0 }
  const shown = new Map(view.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
  for (const events of eventsByFile(before, workingDirectory).values()) {
    const newest = events.at(-1)
    if (newest === undefined || events.length < 2) continue
    counts.files++
    if (isShown(newest, shown)) counts.shown++
    const written = events.findLast(({ isText }) => isText)
    if (written === undefined) continue
    counts.contents++
    if (isShownInFull(written, shown)) counts.contentsShown++
  }
  return counts
}

function eventsByFile(
  before: readonly Message[],
  workingDirectory: string,
): ReadonlyMap<string, readonly FileEvent[]> {
  const results = new Map(before.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
  const files = new Map<string, FileEvent[]>()
  for (const call of before.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'tool_call')) {
    const result = results.get(resultKey(call))
    if (result === undefined || hasFailed(result)) continue
    for (const { folder, ...event } of eventsOf(call)) {
      const file = resolved([workingDirectory, folder, event.path])
      files.set(file, [...(files.get(file) ?? []), event])
    }
  }
  return files
}

function eventsOf(call: Part): readonly (FileEvent & { readonly folder: string })[] {
  const operation = operationOf(call)
  if (operation === 'exec') return eventsOfCommand(call)
  if (operation === 'other') return []
  const isText = operation === 'write' || operation === 'edit'
  const paths = patchedPaths(call) ?? pathsOf(call).map((path) => ({ path, isText }))
  return paths.map((each) => ({ ...each, call, folder: '' }))
}

/** §2.3: after an optional `cd X &&` one simple command. */
function eventsOfCommand(call: Part): readonly (FileEvent & { readonly folder: string })[] {
  const [, folder = '', command = ''] = /^\s*(?:cd\s+(\S+)\s*&&)?(.*)$/s.exec(commandOf(call) ?? '') ?? []
  if (/[;|&<>*?[\]`$(){}\n]/.test(command.trim())) return []
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const event = (path: string, isText: boolean) => ({ call, path, isText, folder })
  const [first = '', second = '', third = '', fourth = ''] = words
  if (first === 'rm' && words.length === 2) return [event(second, false)]
  if (first === 'mv' && words.length === 3) return [event(second, false), event(third, false)]
  const isCheckout = first === 'git' && second === 'checkout' && third === '--'
  return isCheckout && words.length === 4 ? [event(fourth, true)] : []
}

/** The call is there, shows its path, and its result doesn't say that it failed. */
function isShown({ call, path }: FileEvent, shown: ReadonlyMap<string, Part>): boolean {
  const [there, result] = [shown.get(call.key), shown.get(resultKey(call))]
  if (there === undefined || there.tool !== call.tool || (result !== undefined && hasFailed(result))) {
    return false
  }
  return (
    argumentsJson(there).includes(JSON.stringify(path).slice(1, -1)) || argumentsJson(there).includes(path)
  )
}

function isShownInFull(event: FileEvent, shown: ReadonlyMap<string, Part>): boolean {
  const there = shown.get(event.call.key)
  if (there === undefined) return false
  const texts = newTexts(event.call)
  // What a command wrote back stands nowhere but in the command.
  if (texts.length === 0) return argumentsJson(there) === argumentsJson(event.call)
  return JSON.stringify(newTexts(there)) === JSON.stringify(texts)
}

function resultKey({ key }: Part): string {
  return key.replace(/^c:/, 'r:')
}

function hasFailed({ isError, exitCode }: Part): boolean {
  return isError === true || (exitCode ?? 0) !== 0
}

/** Folders and a path as one path without `.` and `..`; an absolute one stands for itself. */
function resolved(paths: readonly string[]): string {
  let all: readonly string[] = []
  for (const path of paths.map((each) => each.replaceAll('\\', '/'))) {
    if (path.startsWith('/')) all = ['']
    for (const step of path.split('/')) {
      if (step === '..' && all.length > 0 && all.at(-1) !== '..') all = all.slice(0, -1)
      else if (step !== '' && step !== '.') all = [...all, step]
    }
  }
  return all.join('/')
}
