import { type HostObject, nameOf, numberOf, objectOf, objectsOf } from '../../host/host-object.ts'

/** One call of a model, of which a stored answer may hold several. */
export interface Step {
  readonly message: HostObject
  readonly parts: readonly HostObject[]
  /** When its first part was written, in milliseconds. */
  readonly at: number
}

/** Messages by the time they were made, and their parts in steps. */
export function stepsOf(messages: readonly HostObject[]): readonly Step[] {
  return [...messages]
    .map((message, index) => ({ message, index, at: createdAt(message) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .flatMap(({ message, at }) => timed(message, at))
}

/** A step without a time of its own is as late as the one before it. */
function timed(message: HostObject, createdAt: number): readonly Step[] {
  let at = createdAt
  return split(objectsOf(message.parts)).map((parts) => {
    at = startOf(parts) ?? at
    return { message, parts, at }
  })
}

function split(parts: readonly HostObject[]): readonly (readonly HostObject[])[] {
  const steps: HostObject[][] = [[]]
  for (const part of parts) {
    if (part.type === 'step-start' && steps.at(-1)?.length !== 0) steps.push([])
    steps.at(-1)?.push(part)
  }
  return steps
}

function createdAt(message: HostObject): number {
  return numberOf(objectOf(objectOf(message.info)?.time)?.created) ?? 0
}

function startOf(parts: readonly HostObject[]): number | undefined {
  for (const part of parts) {
    const start =
      numberOf(objectOf(part.time)?.start) ?? numberOf(objectOf(objectOf(part.state)?.time)?.start)
    if (start !== undefined) return start
  }
  return undefined
}

const BATCH_MS = 10_000

/** A moment at which results were cleared, and the parts whose they are. */
export interface Clearing {
  readonly at: number
  readonly partIds: ReadonlySet<string>
}

/** The clearings in time; those within ten seconds are one. */
export function clearingsOf(messages: readonly HostObject[]): readonly Clearing[] {
  const cleared = messages
    .flatMap((message) => objectsOf(message.parts))
    .flatMap((part) => {
      const at = numberOf(objectOf(objectOf(part.state)?.time)?.compacted)
      return at === undefined ? [] : [{ at, id: partId(part) }]
    })
    .sort((a, b) => a.at - b.at)
  const batches: { at: number; partIds: Set<string> }[] = []
  for (const { at, id } of cleared) {
    const batch = batches.at(-1)
    if (batch !== undefined && at - batch.at <= BATCH_MS) batch.partIds.add(id)
    else batches.push({ at, partIds: new Set([id]) })
  }
  return batches
}

/** What a call and its result are paired by: ids of calls may be masked or repeated in exports. */
export function partId(part: HostObject): string {
  const id = nameOf(part.id)
  const isMasked = id === undefined || id === 'REDACTED'
  return isMasked ? `${nameOf(part.callID) ?? ''}:${JSON.stringify(objectOf(part.state)?.time ?? null)}` : id
}
