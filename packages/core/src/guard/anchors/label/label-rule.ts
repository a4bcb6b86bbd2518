import { endOfRun, isCapitalUnit } from '../../normalise/letters.ts'
import { type AnchorMatch, type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { parseCjkNumeral } from '../number/cjk-numeral.ts'
import { hasUnitAt } from '../number/find-unit.ts'
import { LABEL_NOUNS } from './label-nouns.ts'

const AFTER_NOUN = / (?:(\d+(?:\.\d+)*)(?![\w%]|[,.]\d)|([A-Z])(?![\w'.-]))/y
const BOX = /\[([ xX])\](?=\s)/y
const ORDINAL = /第(\d+|[一二三四五六七八九十百]+)([章次步节期轮批])/y
const CJK_NOUN = /(任务|步骤|阶段|批次|タスク|ステップ|フェーズ|服务|サービス|方案) ?(\d+|[A-Z])(?!\w)/y
const SENTENCE_END = '.!?。'
const CLAUSE_OPENERS = ':;([{"\'*_-—•>|'
const NEXT_WORD = / ([a-z]{2,})(?![\w'-])/y
const THIRD_PERSON = /[^s]s$/

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

/** `I` is a pronoun, and `A` an article where it opens a sentence, or a clause and stands before a noun. */
function matchLoneCapital(scan: Scan, start: number): AnchorMatch | undefined {
  const { text, wordEnd, lower, profile } = scan
  if (lower.length !== 1 || !isCapitalUnit(text.charCodeAt(start))) return undefined
  const isFunctionWord = profile.functionWords.has(lower) || profile.articles.has(lower)
  const opens = scan.previous === undefined || SENTENCE_END.includes(scan.previousRaw)
  const isWord = isFunctionWord && (opens || isClauseArticle(scan))
  if (lower === 'i' || (isWord && !scan.hasOtherLoneCapital)) return undefined
  return { type: 'label', end: wordEnd, value: `sym=${text.charAt(start)}`, kind: 'word' }
}

/** `Retries: A job that fails`, but not `Answer: A is right` or `Winner: A takes all`. */
function isClauseArticle({ text, wordEnd, lower, profile, previous, previousRaw }: Scan): boolean {
  if (!profile.articles.has(lower) || previous !== 'mark' || !CLAUSE_OPENERS.includes(previousRaw))
    return false
  NEXT_WORD.lastIndex = wordEnd
  const next = NEXT_WORD.exec(text)?.[1]
  return next !== undefined && !profile.articleKeepers.has(next) && !THIRD_PERSON.test(next)
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

/**
 * Whether capitals stand alone as words besides an article: other letters, or one in mid-sentence.
 * That two sentences open with `A` makes a label of neither.
 */
export function hasOtherLoneCapital(text: string): boolean {
  const kinds = new Set<string>()
  for (let at = 0; at < text.length && kinds.size < 2; at++) {
    if (!isCapitalUnit(text.charCodeAt(at))) continue
    const end = endOfRun(text, at)
    if (end === at + 1 && text.charAt(at) !== 'I') kinds.add(text.charAt(at) + (opensAt(text, at) ? '' : '.'))
    at = end
  }
  return kinds.size > 1
}

function opensAt(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd().slice(-1)
  return before === '' || SENTENCE_END.includes(before) || CLAUSE_OPENERS.includes(before)
}
