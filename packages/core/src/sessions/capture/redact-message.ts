import type { JsonObject } from '../../domain/json.ts'
import type { SessionMessage, SessionPart } from '../../domain/session.ts'
import type { ToolOperation } from '../../fidelity/model/target.ts'
import { commandOf } from '../../fidelity/targets/call-payload.ts'
import { targetsOf } from '../../fidelity/targets/targets-of.ts'
import type { Redactor } from '../../redact/create-redactor.ts'
import { isSecretFileName } from '../../redact/secret-file-name.ts'

/** Longer texts keep their head and their tail. */
const LONGEST_TEXT = 16 * 2 ** 20
const KEPT_OF_LONG = 2 ** 20
/** So much more is looked at, so that a secret that the cut goes through is seen. */
const MARGIN = 64 * 2 ** 10
const SECRET_FILE = '[redacted:secret_file]'
const WRITES: ReadonlySet<ToolOperation> = new Set(['write', 'edit'])
const TELLING_NAME = /key|secret|token|passw|pwd|authorization/i
/** Longer values of a telling name are texts, which are looked at by themselves. */
const LONGEST_VALUE = 2000

/** Masks messages as they come; knows which results are of files that hold secrets. */
export class MessageRedactor {
  readonly #redactor: Redactor
  readonly #secretCalls: Set<string>
  readonly #counts = new Map<string, number>()

  /** `pending` are calls that read such a file, and whose results come now. */
  constructor(redactor: Redactor, pending: Iterable<string> = []) {
    this.#redactor = redactor
    this.#secretCalls = new Set(pending)
  }

  /** How many secrets of each kind were masked so far. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Calls that read a file with secrets and have no result yet. */
  get pending(): readonly string[] {
    return [...this.#secretCalls].sort()
  }

  redact(message: SessionMessage): SessionMessage {
    return { ...message, parts: message.parts.map((part) => this.#part(part)) }
  }

  redactText(text: string): string {
    const { text: masked, found } = this.#redactor.redact(text)
    for (const { kind, count } of found) this.#count(kind, count)
    return masked
  }

  #part(part: SessionPart): SessionPart {
    if (part.kind === 'tool_call') {
      if (part.call_id !== undefined && readsSecretFile(part)) this.#secretCalls.add(part.call_id)
      return part.args === undefined ? this.#clipped(part) : { ...part, args: this.#object(part.args) }
    }
    if (part.kind === 'tool_result' && this.#secretCalls.delete(part.call_id ?? '')) {
      if (part.text === SECRET_FILE || part.text === '') return part
      this.#count('secret_file', 1)
      return { ...part, text: SECRET_FILE }
    }
    return this.#clipped(part)
  }

  #clipped(part: SessionPart): SessionPart {
    const { text } = part
    if (text.length <= LONGEST_TEXT) return { ...part, text: this.redactText(text) }
    const head = this.redactText(text.slice(0, KEPT_OF_LONG + MARGIN)).slice(0, KEPT_OF_LONG)
    const tail = this.redactText(text.slice(-(KEPT_OF_LONG + MARGIN))).slice(-KEPT_OF_LONG)
    return { ...part, text: `${head}\n…\n${tail}`, truncated: text.length }
  }

  #object(object: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [this.redactText(name), this.#member(name, value)]),
    ) as JsonObject
  }

  #member(name: string, value: unknown): unknown {
    if (typeof value === 'string') return this.#named(name, this.redactText(value))
    if (Array.isArray(value)) return value.map((item) => this.#member('', item))
    if (typeof value === 'object' && value !== null) return this.#object(value as JsonObject)
    return value
  }

  /** A value may be a secret by its name alone. */
  #named(name: string, value: string): string {
    if (value.length > LONGEST_VALUE || !TELLING_NAME.test(name)) return value
    const prefix = `${name}: "`
    const masked = this.redactText(`${prefix}${value}"`)
    return masked.startsWith(prefix) ? masked.slice(prefix.length, -1) : value
  }

  #count(kind: string, count: number): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count)
  }
}

/** Whether a call may show a file of secrets: one of another use than writing names it, or a command does. */
function readsSecretFile({ text, tool, args }: SessionPart): boolean {
  const call = { text, ...(tool === undefined ? {} : { tool }), ...(args === undefined ? {} : { args }) }
  const words = commandOf(args)?.split(/[\s"'`;|&<>()=]+/) ?? []
  const paths = targetsOf(call).flatMap(({ operation, path }) => (WRITES.has(operation) ? [] : (path ?? [])))
  return [...words, ...paths].some((path) => isSecretFileName(baseOf(path)))
}

function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
