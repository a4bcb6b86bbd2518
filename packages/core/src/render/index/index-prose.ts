import type { EntryId } from '../../domain/ids.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { renderDocument } from '../allocation/document.ts'
import type { IndexPlan } from './plan-index.ts'

/** What is known of an entry that the index shows. */
export interface ShownEntry {
  readonly id: EntryId
  readonly category: string
  readonly text: string
  /** Whether prose may stand for its line: not where a mark stands beside it. */
  readonly isPlain: boolean
}

/** Lines of one category of the index that prose may stand for, in no more room. */
export interface Stretch {
  readonly category: string
  /** Tokens with the last line feed. */
  readonly share: number
  readonly bullets: readonly { readonly id: EntryId; readonly text: string }[]
}

interface ShownLine {
  readonly line: string
  readonly entry: ShownEntry
}

/** The stretches of what the index lists, each of at most so many lines; a clipped line is in none. */
export function listStretches(
  plan: IndexPlan,
  { entryOf, counter, most }: StretchRequest,
): readonly Stretch[] {
  return shownLines(plan, entryOf).flatMap((lines) => stretchesOf(plainOf(plan, lines), counter, most))
}

export interface StretchRequest {
  readonly entryOf: (id: string) => ShownEntry
  readonly counter: TokenCounter
  readonly most: number
}

/**
 * The index with prose in place of the lines of each category of which every stretch has some. It has no
 * more tokens than before by its shares; where a counter finds more, the last prose goes.
 */
export function withProse(
  plan: IndexPlan,
  proseOf: (stretch: Stretch) => string | undefined,
  request: StretchRequest,
): IndexPlan {
  const { counter, most, entryOf } = request
  const sections = plan.document.sections.map((section) => ({ section, category: '' }))
  for (const [place, lines] of shownLines(plan, entryOf).entries()) {
    const plain = plainOf(plan, lines)
    const texts = stretchesOf(plain, counter, most).flatMap((stretch) => proseOf(stretch) ?? [])
    const section = sections[place]?.section
    if (section === undefined || texts.length === 0 || texts.length < countOf(plain.length, most)) continue
    const rest = lines.filter((line) => !plain.includes(line)).map(({ line }) => line)
    const category = lines[0]?.entry.category ?? ''
    sections[place] = { section: { ...section, lines: [...texts, ...rest] }, category }
  }
  for (let end = sections.length; end > 0; end--) {
    const kept = sections.slice(0, end)
    const document = {
      ...plan.document,
      sections: plan.document.sections.map((section, place) => kept[place]?.section ?? section),
    }
    const tokens = counter.count(renderDocument(document))
    const narrated = kept.flatMap(({ category }) => (category === '' ? [] : [category]))
    if (tokens <= plan.budget && narrated.length > 0) return { ...plan, document, tokens, narrated }
  }
  return plan
}

/** The lines of each section, with what they are of. */
function shownLines(
  { document, shown }: IndexPlan,
  entryOf: (id: string) => ShownEntry,
): readonly (readonly ShownLine[])[] {
  const ids = shown[Symbol.iterator]()
  return document.sections.map(({ lines }) =>
    lines.flatMap((line) => {
      const { value: id, done } = ids.next()
      return done === true ? [] : [{ line, entry: entryOf(id) }]
    }),
  )
}

function plainOf({ clipped }: IndexPlan, lines: readonly ShownLine[]): readonly ShownLine[] {
  const plain = lines.filter(({ entry }) => entry.isPlain && !clipped.includes(entry.id))
  // One line is as short as prose can be.
  return plain.length < 2 ? [] : plain
}

function stretchesOf(lines: readonly ShownLine[], counter: TokenCounter, most: number): readonly Stretch[] {
  const count = countOf(lines.length, most)
  return Array.from({ length: count }, (_, place) => {
    const own = lines.slice(
      Math.floor((place * lines.length) / count),
      Math.floor(((place + 1) * lines.length) / count),
    )
    return {
      category: own[0]?.entry.category ?? '',
      share: counter.count(own.map(({ line }) => `${line}\n`).join('')),
      bullets: own.map(({ entry: { id, text } }) => ({ id, text })),
    }
  })
}

function countOf(lines: number, most: number): number {
  return Math.ceil(lines / most)
}
