import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MONTHS } from '../../../src/guard/anchors/date/months.ts'
import { exactKey } from '../../../src/guard/keys/exact-key.ts'
import { MAX_SAFE_CODE_POINTS, safeKey } from '../../../src/guard/keys/safe-key.ts'
import { FUNCTION_WORDS } from '../../../src/guard/language/english/function-words.ts'
import { PRODUCTS } from '../../../src/guard/language/products.ts'
import { comparePair } from '../../../src/guard/pair/compare-pair.ts'
import { replaceAt, withLostOrDoubleDigit, withOtherDigit } from '../mutations.ts'
import { anyText } from '../texts.ts'
import { WORKED_PAIRS } from '../worked-pairs.ts'
import { HAZARDS } from './hazards.ts'

const RUNS = { numRuns: 3000 }

describe('safe key', () => {
  test.each(HAZARDS)('%j and %j stay apart [MG-09]', (a, b) => {
    expect(safeKey(a)).not.toBe(safeKey(b))
    expect(comparePair(a, b).allow.auto).toBe(false)
  })

  test.each([
    ['Do it in order to test', 'Do it to test', 'a rewording'],
    ['You have to sign commits', 'You must sign commits', 'a rewording'],
    ['Use tabs, and spaces', 'Use tabs and spaces', 'a list comma'],
    ['1. Use npm', 'Use npm', 'a list number'],
    ['Note: use the repo', 'Use the repository', 'a filler and an abbreviation'],
    ['Deploy at 2 pm', 'Deploy at 14:00', 'the clock'],
    ['Docs are at HTTPS://X.io/', 'Docs are at https://x.io', 'an address'],
    ['Wait 2 min', 'Wait 120 seconds', 'units of time'],
    ['Wait two minutes', 'Wait 2 min', 'a number word'],
    ['设置、测试', '设置，测试', 'a comma'],
    ['切勿删除备份', '不要删除备份', 'a ban'],
    ['サーバーを再起動します', 'サーバを再起動する', 'politeness'],
    ['Bitte 1,5 GB nutzen', '1.5 GB nutzen', 'a decimal comma'],
    ["'Use npm' is the label", "'use npm' is the label", 'a capital that opens a quotation'],
    ['_Use npm_ here', '_use npm_ here', 'a capital after a mark of emphasis'],
  ])('%j is %j but for %s', (a, b) => {
    expect(safeKey(a)).toBe(safeKey(b))
  })

  test('equal exact keys have equal safe keys, outside code [MG-08]', () => {
    const variants = [
      (text: string) => ` ${text} `,
      (text: string) => `- ${text}`,
      (text: string) => `${text}.`,
      (text: string) => text.replaceAll('\n', ' '),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize('NFD'),
    ]
    fc.assert(
      fc.property(anyText, fc.constantFrom(...variants), (text, vary) => {
        const other = vary(text)
        fc.pre(!text.includes('`') && exactKey(text) !== '' && exactKey(text) === exactKey(other))
        expect(safeKey(other)).toBe(safeKey(text))
      }),
      RUNS,
    )
  })

  test('a text longer than the limit is known by its exact key alone [MG-07]', () => {
    const long = `Use the ${'word '.repeat(MAX_SAFE_CODE_POINTS / 5)}end`
    expect(comparePair(long, `${long}.`).verdict).toBe('same')
    expect(comparePair(long, long.replace('the ', '')).allow.auto).toBe(false)
  })

  test('locale and time zone change no key and no verdict [MG-05]', () => {
    const script = `
      import { safeKey } from './packages/core/src/guard/keys/safe-key.ts'
      import { comparePair } from './packages/core/src/guard/pair/compare-pair.ts'
      import { WORKED_PAIRS } from './packages/core/test/guard/worked-pairs.ts'
      const texts = ['Istanbul is set', 'İzmir', 'ISTANBUL INSTALL', ...WORKED_PAIRS.flatMap(({ a, b }) => [a, b])]
      console.log(JSON.stringify(texts.map((text) => safeKey(text))))
      console.log(JSON.stringify(WORKED_PAIRS.map(({ a, b, context }) => comparePair(a, b, context))))`
    const outputs = [
      { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
      { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' },
      { LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', TZ: 'America/Los_Angeles' },
    ].map((env) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', script], {
        cwd: new URL('../../../../..', import.meta.url),
        env: { ...process.env, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    expect(new Set(outputs).size).toBe(1)
    expect(outputs[0]).toContain('istanbul')
  })
})

describe('the mutation gate', () => {
  const TEXTS = [...new Set(WORKED_PAIRS.flatMap(({ a, b }) => [a, b]))]

  test.each(TEXTS)('one mutation of %j changes its key [MG-11]', (text) => {
    for (const mutant of listMutants(text)) {
      if (exactKey(mutant) === exactKey(text) || isHarmless(text, mutant)) continue
      expect(safeKey(mutant), mutant).not.toBe(safeKey(text))
    }
  })
})

/** Each text that one small slip makes of a text. */
function listMutants(text: string): readonly string[] {
  const words = text.split(' ')
  const without = words.map((_, index) => words.toSpliced(index, 1).join(' '))
  const swapped = words
    .slice(1)
    .map((word, index) => words.toSpliced(index, 2, word, words[index] ?? '').join(' '))
  const digits = [...withOtherDigit(text), ...withLostOrDoubleDigit(text)]
  const capitals = [...text.matchAll(/[A-Z]/g)].map(({ index, 0: letter }) =>
    replaceAt(text, index, letter.toLowerCase()),
  )
  const characters = [...text.matchAll(/\p{Script=Han}/gu)].map(({ index }) => replaceAt(text, index, ''))
  return [...without, ...swapped, ...digits, ...capitals, ...characters]
}

const DROPPED_WORD = /^(?:an?|the|please|make|sure|to|bitte|por|favor,|de)$/i

/** Whether the edit table allows the mutation: articles, fillers, zeros, capitals that fold, polite forms. */
function isHarmless(text: string, mutant: string): boolean {
  if (text.toLowerCase() === mutant.toLowerCase()) return isFoldingCapital(text, mutant)
  if (/\d{4}-0?\d+-0?\d+/.test(mutant) && mutant.replace(/-(\d)(?!\d)/g, '-0$1') === text) return true
  const [words, others] = [text.split(' '), mutant.split(' ')]
  const moved = words.filter((word, index) => word !== others[index])
  if (moved.length <= words.length && moved.some((word) => DROPPED_WORD.test(word))) return true
  if (/\d (?:March|marzo)/.test(text) && /(?:March|marzo) \d/.test(mutant)) return true
  return /务必|请|勿|不可以/.test(text)
}

/** Every capital counts but those of function words, of products and of words all in capitals. */
function isFoldingCapital(text: string, mutant: string): boolean {
  const index = [...text].findIndex((character, at) => character !== mutant[at])
  const before =
    text
      .slice(0, index + 1)
      .split(/[^A-Za-z0-9]/)
      .at(-1) ?? ''
  const word = (before + (text.slice(index + 1).split(/[^A-Za-z0-9]/)[0] ?? '')).toLowerCase()
  return PRODUCTS.has(word) || FUNCTION_WORDS.includes(word) || MONTHS.has(word)
}
