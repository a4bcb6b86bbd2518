import { type HostObject, nameOf, numberOf, objectOf, textOf } from '../../host/host-object.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { ReadOptions, TranscriptReader } from '../transcript-format.ts'
import { brokenTree } from '../transcript-issues.ts'
import { hostText, parsePiMessage, piUsage } from './parse-message.ts'

interface Entry {
  readonly line: number
  readonly id?: string
  readonly parent?: string
  readonly record: HostObject
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
    const [id, parent] = [nameOf(record.id), nameOf(record.parentId)]
    this.#entries.push({
      line: this.#line,
      record,
      ...(id === undefined ? {} : { id }),
      ...(parent === undefined ? {} : { parent }),
    })
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
    for (const { id, record } of this.#entries.filter(
      (entry) => !path.has(entry) && !parents.has(entry.id),
    )) {
      const at = nameOf(record.timestamp)
      this.#draft.fork({ id: id ?? '', ...(at === undefined ? {} : { at }) })
    }
    return this.#entries.filter((entry) => path.has(entry))
  }

  #log(entry: Entry): void {
    const at = nameOf(entry.record.timestamp)
    this.#draft.noteTime(at)
    if (entry.record.type === 'compaction') this.#compacted(entry)
    const message = objectOf(entry.record.message)
    const logged = loggedOf(entry, message)
    if (logged === undefined) return
    const index = this.#draft.append(logged)
    if (logged.role !== 'assistant' || message === undefined) return
    if (logged.model !== undefined) this.#draft.note({ model: logged.model })
    const usage = piUsage(message, at)
    if (usage !== undefined) this.#draft.usage(index, usage)
  }

  /** The summary, then the entries that were kept. */
  #compacted(entry: Entry): void {
    const { record } = entry
    const summary = { ...hostText(textOf(record.summary) ?? '', record), ...fromOf(entry) }
    const [firstId, firstLine] = [nameOf(record.firstKeptEntryId), numberOf(record.firstKeptEntryIndex)]
    const kept = firstId === undefined ? undefined : this.#entries.find((other) => other.id === firstId)
    const first = kept?.line ?? firstLine ?? entry.line
    const lines = new Set(
      this.#entries.filter(({ line }) => line >= first).map((other) => fromOf(other).keys[0]),
    )
    this.#draft.restart('compaction', [
      summary,
      ...this.#draft.messages.filter(({ keys }) => lines.has(keys[0])),
    ])
  }
}

function loggedOf(entry: Entry, message: HostObject | undefined): LoggedMessage | undefined {
  const { record } = entry
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
  const at = nameOf(entry.record.timestamp)
  return {
    keys: [entry.id === undefined ? `line:${entry.line}` : `id:${entry.id}`],
    ...(at === undefined ? {} : { at }),
  }
}
