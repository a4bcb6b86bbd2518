import { type Anchor, anchorKey } from '../anchors/anchor.ts'
import { type ScannedText, scanText } from '../anchors/scan-text.ts'
import type { Token } from '../anchors/token.ts'
import { exactKey } from '../keys/exact-key.ts'
import { hasMoreCodePoints } from '../keys/has-more-code-points.ts'
import { MAX_SAFE_CODE_POINTS, scannedKey } from '../keys/safe-key.ts'
import { type CueFamily, NO_CUE } from '../language/cue-list.ts'
import type { Language } from '../language/language.ts'
import { latinProfileOf } from '../language/profiles.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import { type Bindings, findBindings } from '../relations/binding/find-bindings.ts'
import { type CueMatch, findCues } from '../relations/cues/find-cues.ts'
import { findMembers, type SetMembers } from '../relations/exclusive/find-members.ts'
import type { ContentItem } from '../relations/items/content-item.ts'
import { listContentItems } from '../relations/items/list-content-items.ts'
import { findNegation } from '../relations/negation/find-negation.ts'
import type { Negation } from '../relations/negation/negation.ts'
import { findOrder } from '../relations/order/find-order.ts'
import type { OrderTriple } from '../relations/order/order-triple.ts'

/** A text with all that the guard compares, worked out once. */
export interface Statement {
  readonly prepared: string
  readonly exactKey: string
  readonly safeKey: string
  /** Too long for anything but its exact key. */
  readonly isLong: boolean
  readonly language: Language
  readonly scanned: ScannedText
  /** Without those that only the rewrite check asks for. */
  readonly anchors: readonly Anchor[]
  readonly anchorKeys: ReadonlySet<string>
  /** Words as they stand, where an identifier may be found again, and in lower case, where a name may. */
  readonly rawWords: ReadonlySet<string>
  readonly lowerWords: ReadonlySet<string>
  readonly items: readonly ContentItem[]
  /** What the items say, without anchors, in their order. */
  readonly words: readonly string[]
  readonly itemSet: ReadonlySet<string>
  readonly wordSet: ReadonlySet<string>
  readonly classes: Readonly<Record<CueFamily, ReadonlySet<string>>>
  readonly members: SetMembers
  readonly negation: Negation
  readonly order: readonly OrderTriple[]
  readonly bindings: Bindings
  readonly isPassive: boolean
}

/** Prepares a text for many comparisons. One too long is known by its exact key alone. */
export function prepareStatement(text: string): Statement {
  const isLong = hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS)
  return buildStatement(text, isLong, isLong ? '' : prepareText(text))
}

/** Reads all of a text, however long: a rewrite is checked word for word. */
export function readStatement(text: string): Statement {
  return buildStatement(text, hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS), prepareText(text))
}

function buildStatement(text: string, isLong: boolean, prepared: string): Statement {
  const key = exactKey(text)
  const scanned = scanText(prepared)
  const cues = findCues(scanned)
  const items = listContentItems(scanned, cues)
  const anchors = scanned.anchors.filter(({ type }) => type !== 'kebab')
  const words = items.filter((item) => !item.isAnchor).map((item) => item.text)
  return {
    prepared,
    exactKey: key,
    safeKey: isLong ? `long ${key}` : scannedKey(scanned),
    isLong,
    language: scanned.language,
    scanned,
    anchors,
    anchorKeys: new Set(anchors.map(anchorKey)),
    rawWords: collectWords(scanned, ({ raw, folded }) => [raw, folded]),
    lowerWords: collectWords(scanned, ({ lower }) => [lower]),
    items,
    words,
    itemSet: new Set(items.map((item) => item.text)),
    wordSet: new Set(words),
    classes: collectClasses(cues, anchors),
    members: findMembers(scanned),
    negation: findNegation(scanned, items, cues),
    order: findOrder(scanned, items, cues),
    bindings: findBindings(scanned, items),
    isPassive: isPassive(scanned),
  }
}

function collectWords(
  { tokens }: ScannedText,
  formsOf: (token: Token) => readonly string[],
): ReadonlySet<string> {
  return new Set(tokens.filter(({ kind }) => kind === 'word').flatMap(formsOf))
}

// Most statements have no cue of most families, and a large memory holds many statements.
const NONE: ReadonlySet<string> = new Set()

function collectClasses(cues: readonly CueMatch[], anchors: readonly Anchor[]): Statement['classes'] {
  const of = (family: CueFamily): ReadonlySet<string> => {
    const found = cues.filter((cue) => cue.family === family && cue.class !== NO_CUE)
    return found.length === 0 ? NONE : new Set(found.map((cue) => cue.class))
  }
  const status = new Set(of('status'))
  for (const { type, value } of anchors) {
    if (type === 'label' && value === 'todo=done') status.add('DONE')
    if (type === 'label' && value === 'todo=open') status.add('PLAN')
  }
  return {
    modality: of('modality'),
    status,
    quantifier: of('quantifier'),
    comparator: of('comparator'),
    'relative-time': of('relative-time'),
    'directed-verb': of('directed-verb'),
    negator: of('negator'),
    order: of('order'),
  }
}

const CJK_PASSIVE = ['被', 'によって', 'られ'] as const

function isPassive({ text, tokens, language }: ScannedText): boolean {
  const { passiveMarks } = latinProfileOf(language)
  if (tokens.some(({ kind, lower }) => kind === 'word' && passiveMarks.has(lower))) return true
  return (language === 'zh' || language === 'ja') && CJK_PASSIVE.some((mark) => text.includes(mark))
}
