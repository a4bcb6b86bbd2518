import type { ContentItem } from '../items/content-item.ts'

/** What a text denies. */
export interface Denial {
  /** Items that stand under an odd number of negators wherever they stand. */
  readonly negated: ReadonlySet<string>
  /** What the negators bear on first. */
  readonly heads: ReadonlySet<string>
  /** Whether there is a negator that no other undoes. */
  readonly isAny: boolean
  /** What is denied only while something is missing. */
  readonly conditions: readonly DenialCondition[]
}

/** `Do not deploy without a review`: deploying is denied, unless there is a review. */
export interface DenialCondition {
  readonly denied: ReadonlySet<string>
  readonly unless: ReadonlySet<string>
}

/** A denial with the reach of each negator. */
export interface Negation extends Denial {
  readonly scopes: readonly NegationScope[]
}

/** What lies in the reach of one negator. */
export interface NegationScope {
  readonly items: readonly ContentItem[]
  /** What it bears on first, and each further member of the list that this opens. */
  readonly heads: readonly ContentItem[]
  /** Where an exception parts the items, how many come before it. */
  readonly exceptionAt?: number
}

/** Counts the scopes that each item lies in. */
export function foldScopes(items: readonly ContentItem[], scopes: readonly NegationScope[]): Negation {
  if (scopes.length === 0) return NOTHING_DENIED
  const counts = new Map<ContentItem, number>()
  for (const item of scopes.flatMap((scope) => scope.items)) counts.set(item, (counts.get(item) ?? 0) + 1)
  const isNegated = (item: ContentItem): boolean => (counts.get(item) ?? 0) % 2 === 1
  const positive = new Set(items.filter((item) => !isNegated(item)).map((item) => item.text))
  const negated = [...counts.keys()].filter(isNegated).map((item) => item.text)
  return {
    negated: new Set(negated.filter((text) => !positive.has(text))),
    heads: new Set(scopes.flatMap((scope) => scope.heads.map((item) => item.text))),
    isAny: negated.length > 0 || scopes.some((scope) => scope.items.length === 0),
    conditions: scopes.flatMap(conditionOf),
    scopes,
  }
}

function conditionOf({ items, exceptionAt }: NegationScope): readonly DenialCondition[] {
  if (exceptionAt === undefined || exceptionAt === items.length) return []
  const texts = items.map(({ text }) => text)
  return [{ denied: new Set(texts.slice(0, exceptionAt)), unless: new Set(texts.slice(exceptionAt)) }]
}

// Most texts deny nothing, and a large memory holds many of them.
const NOTHING_DENIED: Negation = {
  negated: new Set(),
  heads: new Set(),
  isAny: false,
  conditions: [],
  scopes: [],
}
