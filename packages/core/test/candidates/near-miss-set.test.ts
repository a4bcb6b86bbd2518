import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NEAR_MISS_FILE, readNearMiss } from '../../../../bench/merge/read-near-miss.ts'
import { evaluatePairs } from '../../src/guard/evaluate/evaluate-pairs.ts'
import { parseLabelledPairs } from '../../src/guard/evaluate/parse-labelled-pairs.ts'

const bytes = readFileSync(NEAR_MISS_FILE)
const lines = bytes.toString('utf8').split('\n')
const rows = lines.slice(1, -1).map((line) => line.split('\t'))
const pairs = readNearMiss()

function countOf(column: number, value: string): number {
  return rows.filter((row) => row[column] === value).length
}

/** Characters between what two texts have in common at their ends. */
function differingLength(a: string, b: string): number {
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  const room = Math.min(a.length, b.length) - start
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end
}

describe('the near-miss set', () => {
  test('is valid UTF-8 with bare line feeds, one at the end', () => {
    expect(Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)).toBe(true)
    expect(bytes.includes('\r')).toBe(false)
    expect(lines.at(-1)).toBe('')
  })

  test('has seven columns in every row, none empty or padded but the context', () => {
    for (const row of rows) {
      expect(row).toHaveLength(7)
      for (const cell of row) expect(cell).toBe(cell.trim())
      expect(row.slice(0, -1).every((cell) => cell !== '')).toBe(true)
    }
  })

  test('has no pair of different facts that would be merged [MG-17] [MG-26]', () => {
    const report = evaluatePairs(parseLabelledPairs(bytes.toString('utf8')))
    expect(report.false_automatic_ids).toEqual([])
  })

  test('keeps its texts composed: what is decomposed or invisible is written as an escape', () => {
    for (const line of lines) {
      expect(line.normalize('NFC')).toBe(line)
      expect(line).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\ufeff\ufffd]/,
      )
    }
  })

  test('knows no escape but those it decodes', () => {
    for (const line of lines) {
      expect(line.replaceAll('\\\\', '')).not.toMatch(/\\(?![tnr]|u[0-9a-f]{4})/)
    }
  })

  test('has each id once, and each pair of texts once', () => {
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length)
    expect(new Set(pairs.map(({ a, b }) => JSON.stringify([a, b].toSorted()))).size).toBe(pairs.length)
    expect(pairs.every(({ id }) => /^NM-\d{3}$/.test(id))).toBe(true)
  })

  test('has two different texts in every row', () => {
    expect(pairs.filter(({ a, b }) => a === b)).toEqual([])
    expect(pairs.every(({ kind }) => /^[a-z]+(-[a-z]+)*$/.test(kind))).toBe(true)
  })

  test('is large enough in each of its languages', () => {
    expect(rows.length).toBeGreaterThanOrEqual(320)
    expect(countOf(3, 'en')).toBeGreaterThanOrEqual(150)
    for (const language of ['zh', 'ja', 'de', 'es']) {
      expect(countOf(3, language)).toBeGreaterThanOrEqual(40)
    }
    expect(new Set(rows.map((row) => row[3]))).toEqual(new Set(['en', 'zh', 'ja', 'de', 'es']))
  })

  test('has enough pairs that say the same to measure what is missed', () => {
    expect(pairs.filter(({ truth }) => truth === 'same').length).toBeGreaterThanOrEqual(70)
    for (const label of ['duplicate', 'distinct', 'contradiction'])
      expect(countOf(1, label)).toBeGreaterThan(80)
    for (const name of ['para', 'subset', 'newer-value']) expect(countOf(2, name)).toBeGreaterThan(10)
  })

  test('has sixty pairs as long as real entries that differ in a few characters', () => {
    const isReal = (text: string): boolean => text.length >= 80 && text.length <= 300
    const near = pairs.filter(
      ({ a, b, truth }) => truth !== 'same' && isReal(a) && isReal(b) && differingLength(a, b) <= 24,
    )
    expect(near.length).toBeGreaterThanOrEqual(60)
  })
})
