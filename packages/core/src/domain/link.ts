import type { EntryId } from './ids.ts'
import { byText, type Order } from './order.ts'

/** Link types with their inverses; other types are the project's own and invert to `inverse-<type>`. */
export const LINK_INVERSES: Readonly<Record<string, string>> = {
  related: 'related',
  'derived-from': 'derived-to',
  supports: 'supported-by',
  contradicts: 'contradicted-by',
  answers: 'answered-by',
  refines: 'refined-by',
  'part-of': 'has-part',
  follows: 'precedes',
  'same-as': 'same-as',
  'alias-of': 'has-alias',
}

/** A typed directed edge between entries. The target may be unknown yet: it becomes live when it arrives. */
export interface Link {
  readonly from: EntryId
  readonly to: EntryId
  readonly type: string
  /** `typed`: stated by itself; `inline`: written in the text. */
  readonly source: 'typed' | 'inline'
}

/** By from, type, to, source. */
export const linkOrder: Order<Link> = (a, b) =>
  byText(a.from, b.from) || byText(a.type, b.type) || byText(a.to, b.to) || byText(a.source, b.source)
