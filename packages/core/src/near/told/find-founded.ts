import type { NearPair, StoreReader } from '../../ports/store.ts'
import { compareCodeBlocks, haveOtherBounds, haveOtherNumbers } from './amounts.ts'
import { type Claim, readClaim } from './claim.ts'
import { areOpposed, deniesWhatIsSaid } from './denials.ts'
import { isOppositeDenied, speakOfTheirOwn } from './own-subjects.ts'

/** What a clash comes to where a person would be told of it. */
type Weight =
  /** The texts can't both hold. */
  | 'holds'
  /** The texts agree, or leave it open: the clash is in their wording. */
  | 'worded'
  /** One denies the opposite of what the other says: the denial is no clash either. */
  | 'agreed'
  /** Each text speaks of a thing of its own. */
  | 'apart'

/** The clashes of a pair that bear being told, and whether the others part its subjects. */
export interface Founded {
  readonly reasons: readonly string[]
  readonly areApart: boolean
}

/**
 * The guard keeps two texts apart at the first doubt, since a merge can't be taken back by who reads it.
 * To tell a person that they contradict each other asks for more: each clash is looked at again here.
 */
export function findFounded(pair: NearPair, reader: Pick<StoreReader, 'entry'>): Founded {
  const [a, b] = [reader.entry(pair.a), reader.entry(pair.b)]
  if (a === undefined || b === undefined) return { reasons: pair.reasons, areApart: false }
  const [one, other] = [readClaim(a), readClaim(b)]
  const weighed = pair.reasons.map((reason) => ({ reason, weight: weigh(reason, one, other) }))
  const doAgree = weighed.some(({ weight }) => weight === 'agreed')
  const founded = weighed.filter(
    ({ reason, weight }) => weight === 'holds' && !(doAgree && DENIAL.test(reason)),
  )
  return {
    reasons: founded.map(({ reason }) => reason),
    areApart: weighed.some(({ weight }) => weight === 'apart'),
  }
}

const DENIAL = /^value:(?:polarity|modal)/

function weigh(reason: string, one: Claim, other: Claim): Weight {
  const [, type = '', ...details] = reason.split(':')
  const detail = details.length === 0 ? undefined : details.join(':')
  switch (type) {
    case 'excl':
      if (speakOfTheirOwn(one, other, detail ?? '')) return 'apart'
      return isOppositeDenied(one, other, detail ?? '') ? 'agreed' : 'holds'
    case 'polarity':
      return holdsIf(areOpposed(one, other, detail))
    case 'modal':
      return holdsIf(areDenied('modality', 'FORB', one, other))
    case 'quant':
      return holdsIf(detail !== 'MOST/SOME' && areDenied('quantifier', 'NONE', one, other))
    case 'cmp':
      return holdsIf(haveOtherBounds(one, other))
    case 'num':
      return holdsIf(haveOtherNumbers(one, other))
    case 'slot':
      return detail === 'str' ? weighStrings(one, other) : 'holds'
    default:
      return 'holds'
  }
}

function weighStrings(one: Claim, other: Claim): Weight {
  const blocks = compareCodeBlocks(one, other)
  return blocks === 'none' ? 'holds' : blocks === 'alike' ? 'worded' : 'apart'
}

function holdsIf(isSo: boolean): Weight {
  return isSo ? 'holds' : 'worded'
}

/** Where one side forbids or says `never`, that is of what the other side speaks of; else nothing is denied. */
function areDenied(family: 'modality' | 'quantifier', name: string, one: Claim, other: Claim): boolean {
  const isDenial = ({ statement }: Claim): boolean => statement.classes[family].has(name)
  if (isDenial(one) === isDenial(other)) return true
  return isDenial(one) ? deniesWhatIsSaid(one, other) : deniesWhatIsSaid(other, one)
}
