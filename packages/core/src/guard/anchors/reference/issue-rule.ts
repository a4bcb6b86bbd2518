import { type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'

const NUMBER_MARK = /[#!]\d+(?![\w.]\w)(?!\w)/y
const NUMBER_AFTER = /[ ]?[#!]?(\d+)(?![\w-]|\.\d)/y
const REQUEST = / requests?/iy

/** What a word before a number makes of it. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['pr', 'pr:'],
  ['prs', 'pr:'],
  ['pull', 'pr:'],
  ['issue', 'issue:'],
  ['issues', 'issue:'],
  ['ticket', 'ticket:'],
  ['tickets', 'ticket:'],
  ['mr', '!'],
])

/** `#123`, `!45`, and the number of a pull request, an issue, a ticket or a merge request. */
export const issueRule: AnchorRule = {
  name: 'issue',
  opens: ['plain', 'compound'],
  smallWords: NOUNS,
  firstCharacters: '#!',
  match(scan, start) {
    const match = scan.lower === '' ? matchAt(NUMBER_MARK, scan, start) : undefined
    if (match !== undefined) return { type: 'id', end: start + match[0].length, value: match[0] }
    return matchNoun(scan)
  },
}

function matchNoun(scan: Scan): ReturnType<AnchorRule['match']> {
  const noun = NOUNS.get(scan.lower)
  if (noun === undefined) return undefined
  const after = scan.lower === 'pull' ? matchAt(REQUEST, scan, scan.wordEnd) : undefined
  if (scan.lower === 'pull' && after === undefined) return undefined
  const start = scan.wordEnd + (after?.[0].length ?? 0)
  const match = matchAt(NUMBER_AFTER, scan, start)
  return match === undefined
    ? undefined
    : { type: 'id', end: start + match[0].length, value: `${noun}${match[1] ?? ''}` }
}
