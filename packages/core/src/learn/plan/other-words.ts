import type { Entry } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import { comparePrepared } from '../../guard/pair/compare-prepared.ts'
import type { PairResult } from '../../guard/pair/pair-result.ts'
import { likenessOf } from '../../guard/pair/similarity.ts'
import { prepareStatement, type Statement } from '../../guard/pair/statement.ts'
import type { StoreReader } from '../../ports/store.ts'

interface Told {
  readonly id: EntryId
  readonly statement: Statement
}

interface Alike {
  readonly id: EntryId
  readonly likeness: number
}

const likestFirst = inOrder<Alike>(
  reversed(by(({ likeness }) => likeness, byNumber)),
  by(({ id }) => id, byText),
)

/** What people said before, so that the same in other words counts for it. */
export class OtherWords {
  readonly #reader: StoreReader
  /** Read when first asked for: mostly nothing new was said. */
  #told: Told[] | undefined

  constructor(reader: StoreReader) {
    this.#reader = reader
  }

  add(id: EntryId, content: string): void {
    this.#told?.push({ id, statement: prepareStatement(content) })
  }

  /** Learnings that say the same, the likest first. */
  listFor(content: string): readonly EntryId[] {
    this.#told ??= [...this.#reader.entries({ visibility: 'all', type: 'learning' })]
      .filter(isOfPerson)
      .map(({ id, content: text }) => ({ id, statement: prepareStatement(text) }))
    const statement = prepareStatement(content)
    return this.#told
      .flatMap(({ id, statement: other }): readonly Alike[] => {
        const result = comparePrepared(other, statement)
        return saysTheSame(result) ? [{ id, likeness: likenessOf(result) }] : []
      })
      .sort(likestFirst)
      .map(({ id }) => id)
  }
}

function isOfPerson({ source, purged }: Entry): boolean {
  return source.trust === 'user' && purged === undefined
}

const LEAST_LIKENESS = 0.8
/** Of what speaks against one text for two, these don't where both have the same words. */
const OF_SAME_WORDS: readonly string[] = ['near-identical', 'relative-time']

/** All words of the shorter, most of the longer, every name and number of both, and nothing against it. */
function saysTheSame(result: PairResult): boolean {
  const { verdict, flags, only_a, only_b, overlap, jaccard } = result
  if (verdict === 'same' || verdict === 'duplicate-safe') return true
  return (
    verdict === 'related' &&
    only_a.length === 0 &&
    only_b.length === 0 &&
    overlap === 1 &&
    likenessOf(result) >= LEAST_LIKENESS &&
    (flags.length === 0 || (jaccard === 1 && flags.every((flag) => OF_SAME_WORDS.includes(flag))))
  )
}
