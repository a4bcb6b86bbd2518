import { withoutUndefined } from '../../../domain/json.ts'
import { type HostObject, nameOf, numberOf, objectOf, textOf } from '../../host/host-object.ts'
import type { ReadOptions } from '../read-options.ts'
import type { CallUsage } from '../transcript.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { brokenTree } from '../transcript-issues.ts'
import { withoutRaw } from '../without-raw.ts'
import { hostText, parsePiMessage, piUsage } from './parse-message.ts'

/** A record with no more than is needed of it: which of them the model saw, the last one says. */
interface Entry {
  readonly line: number
  readonly id?: string
  readonly parent?: string
  readonly at?: string
  readonly logged?: LoggedMessage
  readonly usage?: Omit<CallUsage, 'segment' | 'message'>
  readonly compaction?: Compaction
}

interface Compaction {
  readonly summary: LoggedMessage
  /** The first entry that was kept, by its id or, in version 1, its place. */
  readonly firstId?: string
  readonly firstLine?: number
}

/** Version 1 is a list; from version 2 on entries are a tree, of which the path to the last one is read. */
export class PiReader implements TranscriptReader {
  readonly #options: ReadOptions
  readonly #draft = new TranscriptDraft('pi', { agent: 'pi', kind: 'main' })
  readonly #entries: Entry[] = []
  #line = -1

  constructor(options: ReadOptions) {
    this.#options = options
  }

  take(item: unknown): void {
    // An index of version 1 counts the lines that were written.
    this.#line++
    const record = objectOf(item)
    if (record?.type === 'session') this.#session(record)
    else if (record !== undefined) this.#entry(record)
  }

  end(): readonly TranscriptDraft[] {
    for (const entry of this.#path()) this.#log(entry)
    return [this.#draft]
  }

  #entry(record: HostObject): void {
    const entry = parseEntry(record, this.#line)
    const { logged } = entry
    this.#entries.push(logged === undefined ? entry : { ...entry, logged: this.#kept(logged) })
  }

  #kept(message: LoggedMessage): LoggedMessage {
    return this.#options.withoutRaw === true ? withoutRaw(message) : message
  }

  #session(record: HostObject): void {
    const [externalId, cwd] = [nameOf(record.id), nameOf(record.cwd)]
    this.#draft.note({
      ...(externalId === undefined ? {} : { externalId }),
      ...(cwd === undefined ? {} : { cwd }),
    })
    const model = nameOf(record.modelId)
    if (model !== undefined) this.#draft.note({ model })
  }

  #path(): readonly Entry[] {
    const byId = new Map(
      this.#entries.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])),
    )
    if (byId.size === 0 || this.#options.everything === true) return this.#entries
    const [first] = this.#entries
    const isBroken = this.#entries.some(
      (entry) => entry !== first && entry.parent !== undefined && !byId.has(entry.parent),
    )
    const roots = this.#entries.filter(
      (entry) => entry.parent === undefined || !byId.has(entry.parent),
    ).length
    if (isBroken || roots > 1) {
      this.#draft.issue(brokenTree(this.#draft.facts.externalId))
      return this.#entries
    }
    return this.#pathToLeaf(byId)
  }

  #pathToLeaf(byId: ReadonlyMap<string, Entry>): readonly Entry[] {
    const { branch } = this.#options
    const asked =
      branch === undefined ? undefined : this.#entries.find((entry) => entry.id?.startsWith(branch))
    const path = new Set<Entry>()
    for (
      let entry = asked ?? this.#entries.at(-1);
      entry !== undefined && !path.has(entry);
      entry = byId.get(entry.parent ?? '')
    ) {
      path.add(entry)
    }
    const parents = new Set(this.#entries.map((entry) => entry.parent))
    for (const { id, at } of this.#entries.filter((entry) => !path.has(entry) && !parents.has(entry.id))) {
      this.#draft.fork({ id: id ?? '', ...(at === undefined ? {} : { at }) })
    }
    return this.#entries.filter((entry) => path.has(entry))
  }

  #log({ line, at, logged, usage, compaction }: Entry): void {
    this.#draft.noteTime(at)
    if (compaction !== undefined) this.#compacted(compaction, line)
    if (logged === undefined) return
    const index = this.#draft.append(logged)
    if (logged.model !== undefined) this.#draft.note({ model: logged.model })
    if (usage !== undefined) this.#draft.usage(index, usage)
  }

  /** The summary, then the entries that were kept. */
  #compacted({ summary, firstId, firstLine }: Compaction, line: number): void {
    const kept = firstId === undefined ? undefined : this.#entries.find((other) => other.id === firstId)
    const first = kept?.line ?? firstLine ?? line
    const lines = new Set(this.#entries.filter((other) => other.line >= first).map((other) => keyOf(other)))
    this.#draft.restart('compaction', [
      summary,
      ...this.#draft.messages.filter(({ keys }) => lines.has(keys[0] ?? '')),
    ])
  }
}

function parseEntry(record: HostObject, line: number): Entry {
  const [id, parent, at] = [nameOf(record.id), nameOf(record.parentId), nameOf(record.timestamp)]
  const named = withoutUndefined({ line, id, parent, at })
  const message = objectOf(record.message)
  const logged = loggedOf(record, message, named)
  const usage = logged?.role === 'assistant' && message !== undefined ? piUsage(message, at) : undefined
  const compaction = record.type === 'compaction' ? compactionOf(record, named) : undefined
  return withoutUndefined({ ...named, logged, usage, compaction })
}

function compactionOf(record: HostObject, entry: Entry): Compaction {
  return withoutUndefined({
    summary: { ...hostText(textOf(record.summary) ?? '', record), ...fromOf(entry) },
    firstId: nameOf(record.firstKeptEntryId),
    firstLine: numberOf(record.firstKeptEntryIndex),
  })
}

function loggedOf(
  record: HostObject,
  message: HostObject | undefined,
  entry: Entry,
): LoggedMessage | undefined {
  if (message === undefined) {
    if (record.type === 'branch_summary')
      return { ...hostText(textOf(record.summary) ?? '', record), ...fromOf(entry) }
    if (record.type !== 'custom_message') return undefined
    return {
      ...(parsePiMessage({ role: 'custom', content: record.content }) ?? hostText('', record)),
      ...fromOf(entry),
    }
  }
  const parsed = parsePiMessage(message)
  const model = nameOf(message.model)
  if (parsed === undefined) return undefined
  return {
    ...parsed,
    ...fromOf(entry),
    ...(parsed.role === 'assistant' && model !== undefined ? { model } : {}),
  }
}

function fromOf(entry: Entry): Pick<LoggedMessage, 'keys' | 'at'> {
  return withoutUndefined({ keys: [keyOf(entry)], at: entry.at })
}

function keyOf({ id, line }: Entry): string {
  return id === undefined ? `line:${line}` : `id:${id}`
}
