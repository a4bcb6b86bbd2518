import { type Anchor, anchorKey } from '../anchors/anchor.ts'
import { type ScannedText, scanText } from '../anchors/scan-text.ts'
import type { Token } from '../anchors/token.ts'
import { preparedKey } from '../keys/exact-key.ts'
import { hasMoreCodePoints } from '../keys/has-more-code-points.ts'
import { MAX_SAFE_CODE_POINTS, scannedKey } from '../keys/safe-key.ts'
import { type CueFamily, NO_CUE } from '../language/cue-list.ts'
import type { Language } from '../language/language.ts'
import { latinProfileOf } from '../language/profiles.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import { type Bindings, type BoundNumber, findBindings } from '../relations/binding/find-bindings.ts'
import { type CueMatch, findCues } from '../relations/cues/find-cues.ts'
import { findMembers, type SetMembers } from '../relations/exclusive/find-members.ts'
import type { ContentItem } from '../relations/items/content-item.ts'
import { listContentItems } from '../relations/items/list-content-items.ts'
import { findNegation } from '../relations/negation/find-negation.ts'
import type { Denial, Negation } from '../relations/negation/negation.ts'
import { findOrder } from '../relations/order/find-order.ts'
import type { OrderTriple } from '../relations/order/order-triple.ts'

/** A text with all that the guard compares, worked out once. */
export interface Statement {
  readonly prepared: string
  /** The prepared text on one line, which the positions of anchors are of. */
  readonly text: string
  readonly exactKey: string
  readonly safeKey: string
  /** Too long for anything but its exact key. */
  readonly isLong: boolean
  readonly language: Language
  /** Without those that only the rewrite check asks for. */
  readonly anchors: readonly Anchor[]
  readonly anchorKeys: ReadonlySet<string>
  /** Words as they stand, and with their sentence capital folded: where an identifier may be found again. */
  readonly rawWords: readonly string[]
  /** Those in lower case that are not among the raw ones: where a name may be found again. */
  readonly smallWords: readonly string[]
  /** What the items say, without anchors, in their order. */
  readonly words: readonly string[]
  /** Those of the words that are no anchors themselves, as an identifier is. */
  readonly plainWords: readonly string[]
  readonly wordSet: ReadonlySet<string>
  /** Items that are anchors. */
  readonly anchorItems: readonly string[]
  /** Names as they stand among the words, by their position. */
  readonly nameStems: ReadonlyMap<number, string>
  readonly classes: Readonly<Record<CueFamily, ReadonlySet<string>>>
  readonly members: SetMembers
  readonly negation: Denial
  readonly order: readonly OrderTriple[]
  /** The values that each head of a number has. */
  readonly numbers: readonly BoundNumber[]
  readonly isPassive: boolean
}

/** What a statement is worked out from. */
export interface StatementParts {
  readonly scanned: ScannedText
  readonly items: readonly ContentItem[]
  readonly negation: Negation
  readonly bindings: Bindings
}

/** Prepares a text for many comparisons. One too long is known by its exact key alone. */
export function prepareStatement(text: string): Statement {
  if (hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS)) {
    return buildStatement('', longKeysOf(prepareText(text)), partsOf(''))
  }
  const prepared = prepareText(text)
  const parts = partsOf(prepared)
  return buildStatement(prepared, keysOf(prepared, parts.scanned), parts)
}

/** What a text is looked up by. */
export type StatementKeys = Pick<Statement, 'exactKey' | 'safeKey' | 'isLong'>

/** The keys of a text that isn't too long. */
export function keysOf(prepared: string, scanned: ScannedText): StatementKeys {
  const key = preparedKey(prepared)
  return { exactKey: key === prepared ? prepared : key, safeKey: scannedKey(scanned), isLong: false }
}

/** The keys of one that is: it is equal to none but by its exact key. */
export function longKeysOf(prepared: string): StatementKeys {
  const key = preparedKey(prepared)
  return { exactKey: key, safeKey: `long ${key}`, isLong: true }
}

/** What a prepared text is made of. */
export function partsOf(prepared: string): StatementParts & { readonly cues: readonly CueMatch[] } {
  const scanned = scanText(prepared)
  const cues = findCues(scanned)
  const items = listContentItems(scanned, cues)
  return {
    scanned,
    cues,
    items,
    negation: findNegation(scanned, items, cues),
    bindings: findBindings(scanned, items),
  }
}

/** Puts a statement together from its parts. */
export function buildStatement(
  prepared: string,
  keys: StatementKeys,
  { scanned, cues, items, negation, bindings }: ReturnType<typeof partsOf>,
): Statement {
  const anchors = scanned.anchors.filter(({ type }) => type !== 'kebab')
  const words = items.filter((item) => !item.isAnchor).map((item) => item.text)
  return {
    prepared,
    text: scanned.text === prepared ? prepared : scanned.text,
    ...keys,
    language: scanned.language,
    anchors,
    anchorKeys: anchors.length === 0 ? NONE : new Set(anchors.map(anchorKey)),
    ...formsOf(scanned.tokens),
    words,
    plainWords: plainWordsOf(items, anchors, words),
    wordSet: new Set(words),
    anchorItems: items.filter((item) => item.isAnchor).map((item) => item.text),
    nameStems: nameStemsOf(items, anchors),
    classes: collectClasses(cues, anchors),
    members: findMembers(scanned),
    negation: denialOf(negation),
    order: findOrder(scanned, items, cues),
    numbers: bindings.numbers,
    isPassive: isPassive(scanned),
  }
}

/** Without the scopes: a large memory holds many statements. */
function denialOf({ negated, heads, isAny, conditions }: Negation): Denial {
  return { negated, heads, isAny, conditions }
}

function formsOf(tokens: readonly Token[]): Pick<Statement, 'rawWords' | 'smallWords'> {
  const rawWords: string[] = []
  const smallWords: string[] = []
  for (const { kind, raw, folded, lower } of tokens) {
    if (kind !== 'word') continue
    rawWords.push(raw)
    if (folded !== raw) rawWords.push(folded)
    if (lower !== raw && lower !== folded) smallWords.push(lower)
  }
  return { rawWords, smallWords }
}

function plainWordsOf(
  items: readonly ContentItem[],
  anchors: readonly Anchor[],
  words: readonly string[],
): readonly string[] {
  if (anchors.length === 0) return words
  const starts = new Set(anchors.map(({ start }) => start))
  const standing = items.filter(({ isAnchor }) => !isAnchor)
  const plain = words.filter((_, index) => !starts.has(standing[index]?.start ?? -1))
  return plain.length === words.length ? words : plain
}

function nameStemsOf(items: readonly ContentItem[], anchors: readonly Anchor[]): ReadonlyMap<number, string> {
  const names = anchors.filter(({ type }) => type === 'name')
  if (names.length === 0) return NO_STEMS
  const starts = new Set(names.map(({ start }) => start))
  const standing = items.filter(({ start }) => starts.has(start)).toReversed()
  return new Map(standing.map(({ start, text }) => [start, text]))
}

const NO_STEMS: ReadonlyMap<number, string> = new Map()

// Most statements have no cue of most families, and a large memory holds many statements.
const NONE: ReadonlySet<string> = new Set()

function collectClasses(cues: readonly CueMatch[], anchors: readonly Anchor[]): Statement['classes'] {
  const of = (family: CueFamily): ReadonlySet<string> => {
    const found = cues.filter((cue) => cue.family === family && cue.class !== NO_CUE)
    return found.length === 0 ? NONE : new Set(found.map((cue) => cue.class))
  }
  return {
    modality: of('modality'),
    status: withBoxes(of('status'), anchors),
    quantifier: of('quantifier'),
    comparator: of('comparator'),
    'relative-time': of('relative-time'),
    'directed-verb': of('directed-verb'),
    negator: of('negator'),
    order: of('order'),
  }
}

/** A checkbox tells whether a thing is done. */
function withBoxes(status: ReadonlySet<string>, anchors: readonly Anchor[]): ReadonlySet<string> {
  const boxes = anchors.flatMap(({ type, value }) => (type === 'label' ? (BOXES.get(value) ?? []) : []))
  return boxes.length === 0 ? status : new Set([...status, ...boxes])
}

const BOXES: ReadonlyMap<string, string> = new Map([
  ['todo=done', 'DONE'],
  ['todo=open', 'PLAN'],
])

const CJK_PASSIVE = ['被', 'によって', 'られ'] as const

function isPassive({ text, tokens, language }: ScannedText): boolean {
  const { passiveMarks } = latinProfileOf(language)
  if (tokens.some(({ kind, lower }) => kind === 'word' && passiveMarks.has(lower))) return true
  return (language === 'zh' || language === 'ja') && CJK_PASSIVE.some((mark) => text.includes(mark))
}
