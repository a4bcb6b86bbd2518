import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutGraphemes } from '../../src/counters/cut-graphemes.ts'
import { categoryTitle } from '../../src/render/categories.ts'
import { clipWords, wordEnds } from '../../src/render/clip-words.ts'
import { bulletText, singleLine, wellFormed } from '../../src/render/single-line.ts'

describe('a single line', () => {
  test.each([
    ['  a \t b\n\nc  ', 'a b c'],
    ['a\u00a0b\u3000c', 'a b c'],
    ['<!-- x --> <!-->', '&lt;!-- x --&gt; &lt;!--&gt;'],
    ['', ''],
    ['# not at the start of a list item', '# not at the start of a list item'],
  ])('of %j is %j', (text, line) => {
    expect(singleLine(text)).toBe(line)
  })

  test('of a list item escapes a heading mark and nothing else', () => {
    expect(bulletText('## x')).toBe('\\## x')
    expect(bulletText('#')).toBe('\\#')
    expect(bulletText('#12 is open')).toBe('#12 is open')
    expect(bulletText('####### seven')).toBe('####### seven')
  })
})

test('a lone surrogate becomes U+FFFD, a pair stays [BR-48] [RS-45]', () => {
  expect(wellFormed('a\ud83db')).toBe('a\ufffdb')
  expect(wellFormed('\udd25\ud83d')).toBe('\ufffd\ufffd')
  expect(wellFormed('🔥')).toBe('🔥')
})

describe('a clip', () => {
  const shorterThan = (length: number) => ({
    minimumWords: 0,
    fits: (prefix: string) => prefix.length < length,
  })

  test('ends with a word', () => {
    expect(clipWords('alpha beta gamma delta', shorterThan(13))).toBe('alpha beta')
    expect(clipWords('alpha beta gamma delta', shorterThan(3))).toBe('')
  })

  test('is never the whole text', () => {
    expect(clipWords('alpha beta', shorterThan(100))).toBe('alpha')
    expect(clipWords('alpha', { minimumWords: 1, fits: () => true })).toBeUndefined()
  })

  test('has the least number of words or is none', () => {
    expect(clipWords('alpha beta gamma delta', { ...shorterThan(13), minimumWords: 3 })).toBeUndefined()
  })

  test('breaks text without spaces between its characters, never before a mark or a closing sign', () => {
    const text = 'か\u3099サーバー。漢🔥字 👩‍👩‍👧家'
    const pieces = wordEnds(text).map((end, place, ends) => text.slice(ends[place - 1] ?? 0, end))
    expect(pieces).toEqual(['か\u3099', 'サー', 'バー。', '漢', '🔥', '字', ' 👩‍👩‍👧', '家'])
  })

  test('sees one end in a word of any length, and two words in two [BR-51]', () => {
    const long = 'x'.repeat(8 * 1024 * 1024)
    expect(wordEnds(`a ${long} b`)).toEqual([1, long.length + 2, long.length + 4])
    const joined = '🔥'.repeat(1201)
    expect(wordEnds(`${joined} ${joined}漢${joined}`)).toEqual([2402, 4805, 4806, 7208])
  })

  test('falls on a grapheme boundary [BR-48] [RS-45]', () => {
    const text = 'e\u0301 🔥 👩‍👩‍👧 🇪🇺x 각 漢\ufe00字 नि🏳️‍🌈 か\u3099'
    const boundaries = new Set<number>([text.length])
    for (const { index } of new Intl.Segmenter('en').segment(text)) boundaries.add(index)
    expect(wordEnds(text).filter((end) => !boundaries.has(end))).toEqual([])
  })
})

describe('a cut by length', () => {
  test('never falls inside a grapheme, at any length from 0 to 50 [BR-48] [RS-45]', () => {
    const graphemes = ['a', '🔥', '👩‍👩‍👧', 'e\u0301', '🇪🇺', '漢', '\r\n']
    const text = Array.from({ length: 40 }, (_, place) => graphemes[place % graphemes.length]).join('')
    const boundaries = new Set<number>([text.length])
    for (const { index } of new Intl.Segmenter('en').segment(text)) boundaries.add(index)
    for (let limit = 0; limit <= 50; limit++) {
      const cut = cutGraphemes(text, limit)
      expect(Array.from(cut).length).toBeLessThanOrEqual(limit)
      expect(boundaries.has(cut.length)).toBe(true)
      expect(cutGraphemes(text, limit + 6).length).toBeGreaterThan(cut.length - 1)
    }
  })

  test('is the longest that fits, in plain ASCII as in any text', () => {
    const piece = fc.constantFrom('a', 'b ', '\r', '\n', '\r\n', '\u0301', '\u200d', '🔥', 'é', '~', '\0')
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, fc.nat(30), (text, limit) => {
        let longest = text
        if (text.length > limit) {
          longest = ''
          for (const { segment } of new Intl.Segmenter('en').segment(text)) {
            if (Array.from(longest + segment).length > limit) break
            longest += segment
          }
        }
        expect(cutGraphemes(text, limit)).toBe(longest)
      }),
    )
  })

  test('keeps a text that is short enough', () => {
    expect(cutGraphemes('🔥🔥', 2)).toBe('🔥🔥')
    expect(cutGraphemes('👩‍👩‍👧', 4)).toBe('')
  })
})

test('the title of a category is its name in words [SL-96]', () => {
  expect(categoryTitle('my-own-notes', [])).toBe('My own notes')
  expect(categoryTitle('éclair', [])).toBe('Éclair')
  expect(categoryTitle('istanbul', [])).toBe('Istanbul')
  expect(categoryTitle('uncategorised', [])).toBe('Other')
  expect(categoryTitle('x', [{ name: 'x', title: 'Set' }])).toBe('Set')
})
