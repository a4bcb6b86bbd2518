import type { Message, Part } from '../model/message.ts'
import { newTextsOf, patchOf } from '../targets/call-payload.ts'
import { callsOf, succeeded } from '../targets/calls-of.ts'
import { resolvePath } from '../targets/resolve-path.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { isPatchTool } from '../targets/tool-names.ts'

/** A change of a file that the window tells of. */
interface FileEvent {
  readonly call: Part
  readonly result: Part | undefined
  /** Where the call stands, and the message after which the change is known. */
  readonly message: number
  readonly at: number
  readonly file: string
  readonly path: string
  readonly isContent: boolean
  /** Its place among all changes. */
  readonly order: number
}

/** What is known of a file up to some message. */
interface KnownFile {
  readonly changes: number
  readonly newest: FileEvent
  /** The newest that wrote its text. */
  readonly written: FileEvent | undefined
}

/** How many files that were changed twice or more show their newest change, and how many its text. */
export interface FileStates {
  readonly files: number
  readonly shown: number
  readonly contents: number
  readonly contentsShown: number
}

/** The changes of the files of a segment, in order; asked for windows that grow. */
export class FileHistory {
  /** By when they are known. */
  readonly #events: readonly FileEvent[]
  #files = new Map<string, KnownFile>()
  #next = 0
  #before = 0

  constructor(messages: readonly Message[], workingDirectory?: string) {
    this.#events = eventsOf(messages, workingDirectory).toSorted((a, b) => a.at - b.at)
  }

  /** What a view of the messages before `k` still shows of them. */
  shownBefore(k: number, view: readonly Message[]): FileStates {
    this.#goTo(k)
    const shownOf = partsOfView(view)
    const states = { files: 0, shown: 0, contents: 0, contentsShown: 0 }
    for (const { changes, newest, written } of this.#files.values()) {
      if (changes < 2) continue
      states.files++
      if (showsChange(newest, shownOf)) states.shown++
      if (written === undefined) continue
      states.contents++
      if (showsContent(shownOf(written.call, written.message), written.call)) states.contentsShown++
    }
    return states
  }

  #goTo(k: number): void {
    if (k < this.#before) {
      this.#files = new Map()
      this.#next = 0
    }
    this.#before = k
    for (let event = this.#events[this.#next]; event !== undefined && event.at < k; ) {
      this.#files.set(event.file, withEvent(this.#files.get(event.file), event))
      event = this.#events[++this.#next]
    }
  }
}

function withEvent(known: KnownFile | undefined, event: FileEvent): KnownFile {
  const written = event.isContent ? newer(known?.written, event) : known?.written
  return { changes: (known?.changes ?? 0) + 1, newest: newer(known?.newest, event), written }
}

/** Of the order in which calls were made: their results may come in another. */
function newer(known: FileEvent | undefined, event: FileEvent): FileEvent {
  return known !== undefined && known.order > event.order ? known : event
}

function eventsOf(messages: readonly Message[], workingDirectory: string | undefined): readonly FileEvent[] {
  const events: FileEvent[] = []
  for (const fact of callsOf(messages)) {
    if (!succeeded(fact)) continue
    const { call, result, message, resultMessage: at = message } = fact
    for (const { operation, path, destination } of targetsOf(call)) {
      if (!CHANGES.has(operation)) continue
      const isContent = operation === 'write' || operation === 'edit'
      for (const name of [path, destination]) {
        if (name === undefined) continue
        const file = resolvePath(name, workingDirectory)
        events.push({ call, result, message, at, file, path: name, isContent, order: events.length })
      }
    }
  }
  return events
}

type ShownPart = (part: Part, message: number) => Part | undefined

/** A part as a view shows it: mostly where it was. */
function partsOfView(view: readonly Message[]): ShownPart {
  let shown: ReadonlyMap<string, Part> | undefined
  return ({ key }, message) => {
    const there = view[message]?.parts.find((part) => part.key === key)
    if (there !== undefined) return there
    shown ??= new Map(view.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
    return shown.get(key)
  }
}

const CHANGES: ReadonlySet<string> = new Set(['write', 'edit', 'delete', 'move'])

/** The call is there with its path, and no result says that it failed. */
function showsChange(event: FileEvent, shownOf: ShownPart): boolean {
  if (!showsPath(shownOf(event.call, event.message), event)) return false
  const result = event.result === undefined ? undefined : shownOf(event.result, event.at)
  return result === undefined || succeeded({ result })
}

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
  const texts = contentsOf(shown)
  const written = contentsOf(call)
  if (written.length === 0 || texts.length !== written.length) return false
  return written.every((each, place) => each === texts[place])
}

function contentsOf({ tool, text, args }: Part): readonly string[] {
  if (!isPatchTool(tool)) return newTextsOf(args)
  return patchOf(text, args)
    .split('\n')
    .filter((line) => line.startsWith('+'))
}
