import { type HostObject, nameOf, objectOf, objectsOf } from '../../host/host-object.ts'
import { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { logGeminiRecord } from './log-record.ts'

/** The records that the model saw at one time. A record that is written again is written in place. */
interface Stretch {
  readonly firstNew: number
  readonly records: HostObject[]
}

export class GeminiCliReader implements TranscriptReader {
  #metadata: HostObject = {}
  readonly #stretches: Stretch[] = [{ firstNew: 0, records: [] }]

  take(item: unknown): void {
    const record = objectOf(item)
    if (record === undefined) return
    if ('$rewindTo' in record) this.#rewind(record.$rewindTo)
    else if ('$set' in record) this.#set(objectOf(record.$set) ?? {})
    else if (nameOf(record.type) !== undefined && nameOf(record.id) !== undefined) this.#message(record)
    else this.#set(record)
  }

  end(): readonly TranscriptDraft[] {
    const draft = new TranscriptDraft('gemini-cli', {
      agent: 'gemini-cli',
      kind: 'main',
      ...factsOf(this.#metadata),
    })
    draft.noteTime(nameOf(this.#metadata.startTime))
    this.#stretches.forEach(({ firstNew, records }, index) => {
      if (index > 0) draft.restart('rewind', carried(records.slice(0, firstNew)))
      for (const record of records.slice(firstNew)) {
        logGeminiRecord(draft, record, `id:${nameOf(record.id) ?? ''}`)
        draft.noteTime(nameOf(record.timestamp))
      }
    })
    return [draft]
  }

  get #records(): HostObject[] {
    return this.#stretches.at(-1)?.records ?? []
  }

  #message(record: HostObject): void {
    const records = this.#records
    const index = records.findLastIndex((other) => other.id === record.id)
    if (index < 0) records.push(record)
    else records[index] = record
  }

  /** Metadata is merged; a list of messages in it replaces those so far. */
  #set(values: HostObject): void {
    const { messages, ...metadata } = values
    this.#metadata = { ...this.#metadata, ...metadata }
    if (!Array.isArray(messages)) return
    const records = [...objectsOf(messages)]
    if (this.#records.length === 0) this.#records.push(...records)
    else this.#stretches.push({ firstNew: records.length, records })
  }

  /** Drops a message and all after it; all of them where it isn't known. */
  #rewind(id: unknown): void {
    const records = this.#records
    const end = Math.max(
      0,
      records.findIndex((record) => record.id === id),
    )
    this.#stretches.push({ firstNew: end, records: records.slice(0, end) })
  }
}

function carried(records: readonly HostObject[]): TranscriptDraft['messages'] {
  const draft = new TranscriptDraft('gemini-cli', { agent: 'gemini-cli', kind: 'main' })
  for (const record of records) logGeminiRecord(draft, record, `id:${nameOf(record.id) ?? ''}`)
  return draft.messages
}

function factsOf(metadata: HostObject): Partial<TranscriptDraft['facts']> {
  const externalId = nameOf(metadata.sessionId)
  const title = nameOf(metadata.summary)
  const directory = Array.isArray(metadata.directories) ? nameOf(metadata.directories[0]) : undefined
  return {
    ...(externalId === undefined ? {} : { externalId }),
    ...(title === undefined ? {} : { title }),
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(metadata.kind === 'subagent' ? { kind: 'subagent' as const } : {}),
  }
}
