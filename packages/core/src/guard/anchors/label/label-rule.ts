import { endOfRun, isCapitalUnit } from '../../normalise/letters.ts'
import { type AnchorMatch, type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { parseCjkNumeral } from '../number/cjk-numeral.ts'
import { hasUnitAt } from '../number/find-unit.ts'
import { LABEL_NOUNS } from './label-nouns.ts'

const AFTER_NOUN = / (?:(\d+(?:\.\d+)*)(?![\w%]|[,.]\d)|([A-Z])(?![\w'.-]))/y
const BOX = /\[([ xX])\](?=\s)/y
const ORDINAL = /第(\d+|[一二三四五六七八九十百]+)([章次步节期轮批])/y
const CJK_NOUN = /(任务|步骤|阶段|批次|タスク|ステップ|フェーズ|服务|サービス|方案) ?(\d+|[A-Z])(?!\w)/y

/** Numbered and lettered things, check boxes, and capital letters that stand for something. */
export const labelRule: AnchorRule = {
  name: 'label',
  opens: ['plain'],
  smallWords: LABEL_NOUNS,
  firstCharacters: '[第任步阶批タスフ服サ方',
  match(scan, start) {
    if (scan.lower !== '') return matchNoun(scan) ?? matchLoneCapital(scan, start)
    return matchBox(scan, start) ?? matchCjk(scan, start)
  },
}

function matchNoun(scan: Scan): AnchorMatch | undefined {
  const noun = LABEL_NOUNS.get(scan.lower)
  if (noun === undefined) return undefined
  const match = matchAt(AFTER_NOUN, scan, scan.wordEnd)
  if (match === undefined) return undefined
  const end = scan.wordEnd + match[0].length
  if (match[1] !== undefined && hasUnitAt(scan, end)) return undefined
  return { type: 'label', end, value: `${noun}=${match[1] ?? match[2] ?? ''}`, isOverlay: true }
}

/** `I` is a pronoun, and `A` alone an article where it opens a sentence. */
function matchLoneCapital(scan: Scan, start: number): AnchorMatch | undefined {
  const { text, wordEnd, lower, profile } = scan
  if (lower.length !== 1 || !isCapitalUnit(text.charCodeAt(start))) return undefined
  const isFunctionWord = profile.functionWords.has(lower) || profile.articles.has(lower)
  const opens = scan.previous === undefined || '.!?。'.includes(scan.previousRaw)
  if (lower === 'i' || (isFunctionWord && opens && !scan.hasOtherLoneCapital)) return undefined
  return { type: 'label', end: wordEnd, value: `sym=${text.charAt(start)}`, kind: 'word' }
}

function matchBox(scan: Scan, start: number): AnchorMatch | undefined {
  const match = matchAt(BOX, scan, start)
  if (match === undefined) return undefined
  const value = match[1] === ' ' ? 'todo=open' : 'todo=done'
  return { type: 'label', end: start + match[0].length, value }
}

function matchCjk(scan: Scan, start: number): AnchorMatch | undefined {
  const ordinal = matchAt(ORDINAL, scan, start)
  if (ordinal !== undefined) {
    const number = parseCjkNumeral(ordinal[1] ?? '') ?? ordinal[1] ?? ''
    return { type: 'label', end: start + ordinal[0].length, value: `nth=${number}${ordinal[2] ?? ''}` }
  }
  const noun = matchAt(CJK_NOUN, scan, start)
  if (noun === undefined) return undefined
  const value = `${noun[1] ?? ''}=${noun[2] ?? ''}`
  return { type: 'label', end: start + noun[0].length, value, isOverlay: true }
}

/** Whether more than one capital stands alone as a word. */
export function countLoneCapitals(text: string): number {
  let count = 0
  for (let at = 0; at < text.length && count < 2; at++) {
    if (!isCapitalUnit(text.charCodeAt(at))) continue
    const end = endOfRun(text, at)
    if (end === at + 1 && text.charAt(at) !== 'I') count++
    at = end
  }
  return count
}
