import { byNumber } from '../../domain/order.ts'
import { type AnchorType, anchorKey } from '../anchors/anchor.ts'
import { type ScannedText, scanText } from '../anchors/scan-text.ts'
import { preparedKey } from '../keys/exact-key.ts'
import { hasMoreCodePoints } from '../keys/has-more-code-points.ts'
import { MAX_SAFE_CODE_POINTS, scannedKey } from '../keys/safe-key.ts'
import type { CueFamily } from '../language/cue-list.ts'
import { hasLists } from '../language/language.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import { type CueMatch, findCues } from '../relations/cues/find-cues.ts'
import { findMembers } from '../relations/exclusive/find-members.ts'
import { listContentItems } from '../relations/items/list-content-items.ts'
import { packAlternatives } from './alternatives.ts'
import { prepareStatement, type Statement } from './statement.ts'
import { NOT_ONLY } from './value-clashes.ts'

/**
 * What turns most pairs of texts away: keys and words. The whole statement costs several times as
 * much, and is worked out where a comparison first asks for it.
 */
export interface Outline extends Pick<Statement, 'exactKey' | 'safeKey' | 'isLong'> {
  /** The numbers of the words of its statement, sorted, each once. */
  readonly words: readonly number[]
  /** Its numbers, dates aside, as words are numbered; sorted, each once. */
  readonly values: readonly number[]
  /** Which alternatives it names, packed. */
  readonly alternatives: readonly number[]
  readonly isCjk: boolean
  /** Whether it says how many, how much or how strictly, or sets something. */
  readonly hasDegrees: boolean
  statement(): Statement
}

/** One number for each word, the same for equal ones. */
export type NumberWord = (word: string) => number

/** Numbers words as they turn up. Only outlines of one numbering can be compared. */
export function createNumberWord(): NumberWord {
  const numbers = new Map<string, number>()
  return (word) => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, numbers.size)
    return numbers.size - 1
  }
}

export function outlineText(text: string, numberWord: NumberWord): Outline {
  let made: Statement | undefined
  const statement = (): Statement => {
    made ??= prepareStatement(text)
    return made
  }
  if (hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS)) {
    const { exactKey, safeKey, isLong } = statement()
    return { ...BARE, exactKey, safeKey, isLong, statement }
  }
  const prepared = prepareText(text)
  const key = preparedKey(prepared)
  const scanned = scanText(prepared)
  const cues = findCues(scanned)
  const items = listContentItems(scanned, cues)
  return {
    exactKey: key === text ? text : key,
    safeKey: scannedKey(scanned),
    isLong: false,
    words: sortedOnce(items.filter(({ isAnchor }) => !isAnchor).map((item) => numberWord(item.text))),
    values: sortedOnce(
      scanned.anchors.filter(({ type }) => type === 'num').map((anchor) => numberWord(anchorKey(anchor))),
    ),
    alternatives: packAlternatives(findMembers(scanned)),
    isCjk: scanned.language === 'zh' || scanned.language === 'ja',
    hasDegrees: hasDegrees(scanned, cues) || NOT_ONLY.test(prepared),
    statement,
  }
}

const NONE: readonly number[] = []
const BARE = { words: NONE, values: NONE, alternatives: NONE, isCjk: false, hasDegrees: false } as const

/** Whether two texts that share half their words could contradict each other in more than their numbers. */
function hasDegrees({ language, anchors }: ScannedText, cues: readonly CueMatch[]): boolean {
  return (
    !hasLists(language) ||
    cues.some(({ family }) => DEGREES.has(family)) ||
    anchors.some(({ type }) => SETTINGS.has(type))
  )
}

const DEGREES: ReadonlySet<CueFamily> = new Set(['quantifier', 'comparator', 'modality'])
const SETTINGS: ReadonlySet<AnchorType> = new Set(['ver', 'env', 'flag'])

function sortedOnce(numbers: readonly number[]): readonly number[] {
  if (numbers.length === 0) return NONE
  return numbers.toSorted(byNumber).filter((number, place, sorted) => number !== sorted[place - 1])
}
