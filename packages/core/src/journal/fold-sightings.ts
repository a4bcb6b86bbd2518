import { clockOf } from '../domain/clock.ts'
import { type Sighting, trustRank } from '../domain/entry.ts'
import type { Event, SightOperation } from '../domain/operation.ts'
import { by, byNumber, byText, inOrder } from '../domain/order.ts'

/** Somebody's word that an entry was seen on an occasion. */
interface Statement {
  /** Whose record says so. */
  readonly writer: string
  readonly sighting: Sighting
  /** Somebody else withdrew it: it doesn't count, and what is said instead is trusted no further. */
  readonly isWithdrawn: boolean
}

/** The sighting that counts is the least of those of its occasion: nobody raises another's by saying more. */
const leastFirst = inOrder<Statement>(
  by(({ sighting }) => (sighting.rating === undefined ? 1 : 0), byNumber),
  by(({ sighting }) => trustRank(sighting.source.trust), byNumber),
  by(({ sighting: { rating } }) => (rating === undefined ? 0 : rating.impact + rating.specificity), byNumber),
)

/** The sightings of one entry, of which each occasion has one. Its events come in clock order. */
export class SightingsDraft {
  readonly #said = new Map<string, readonly Statement[]>()

  take({ record, actor: writer }: Event, operation: SightOperation): void {
    const { occasion, source, rating, since, withdrawn } = operation
    const said = this.#said.get(occasion) ?? []
    if (withdrawn) this.#said.set(occasion, withdraw(said, writer, since))
    else {
      const { by: author, at } = since ?? { by: writer, at: clockOf(record).wall }
      const sighting: Sighting = { occasion, by: author, at, source, ...(rating && { rating }) }
      const others = said.filter((each) => !each.isWithdrawn || each.writer !== writer)
      this.#said.set(occasion, [...others, { writer, sighting, isWithdrawn: false }])
    }
  }

  finish(): readonly Sighting[] {
    return [...this.#said.values()].flatMap(counted).sort(by(({ occasion }) => occasion, byText))
  }

  /** All that are not withdrawn, also those that don't count beside another of their occasion. */
  standing(): readonly Sighting[] {
    return [...this.#said.values()].flat().flatMap((each) => (each.isWithdrawn ? [] : [each.sighting]))
  }
}

/** Each sighting that somebody stands by, of an entry with these events. */
export function listStatedSightings(events: readonly Event[]): readonly Sighting[] {
  const draft = new SightingsDraft()
  for (const event of events) if (event.operation.op === 'learning.sight') draft.take(event, event.operation)
  return draft.standing()
}

function withdraw(
  said: readonly Statement[],
  writer: string,
  whose: SightOperation['since'],
): readonly Statement[] {
  return said.flatMap((each) => {
    const { by: author, at } = each.sighting
    if (whose !== undefined && (whose.by !== author || whose.at !== at)) return [each]
    return each.writer === writer ? [] : [{ ...each, isWithdrawn: true }]
  })
}

function counted(said: readonly Statement[]): readonly Sighting[] {
  const [first] = said.filter(({ isWithdrawn }) => !isWithdrawn).sort(leastFirst)
  if (first === undefined) return []
  const { sighting } = first
  const bounds = said.flatMap(({ isWithdrawn, sighting: { source } }) => (isWithdrawn ? [source.trust] : []))
  const trust = [sighting.source.trust, ...bounds].reduce((a, b) => (trustRank(b) < trustRank(a) ? b : a))
  return [{ ...sighting, source: { ...sighting.source, trust } }]
}
