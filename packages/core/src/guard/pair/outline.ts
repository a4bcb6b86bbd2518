import { byNumber } from '../../domain/order.ts'
import { anchorKey } from '../anchors/anchor.ts'
import { scanText } from '../anchors/scan-text.ts'
import { preparedKey } from '../keys/exact-key.ts'
import { hasMoreCodePoints } from '../keys/has-more-code-points.ts'
import { MAX_SAFE_CODE_POINTS, scannedKey } from '../keys/safe-key.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import { findCues } from '../relations/cues/find-cues.ts'
import { findMembers } from '../relations/exclusive/find-members.ts'
import { listContentItems } from '../relations/items/list-content-items.ts'
import { packAlternatives } from './alternatives.ts'
import { prepareStatement, type Statement } from './statement.ts'

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
    return {
      exactKey,
      safeKey,
      isLong,
      words: NONE,
      values: NONE,
      alternatives: NONE,
      isCjk: false,
      statement,
    }
  }
  const prepared = prepareText(text)
  const key = preparedKey(prepared)
  const scanned = scanText(prepared)
  // Only what is written without spaces is parted by cues.
  const cues = scanned.tokens.some(({ kind }) => kind === 'cjk') ? findCues(scanned) : []
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
    statement,
  }
}

const NONE: readonly number[] = []

function sortedOnce(numbers: readonly number[]): readonly number[] {
  if (numbers.length === 0) return NONE
  return numbers.toSorted(byNumber).filter((number, place, sorted) => number !== sorted[place - 1])
}
