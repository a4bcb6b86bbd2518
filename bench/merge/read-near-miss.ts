import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LabelledPair, Truth } from './labelled-pair.ts'

export const NEAR_MISS_FILE = fileURLToPath(new URL('near-miss.tsv', import.meta.url))
export const NEAR_MISS_COLUMNS = ['id', 'language', 'label', 'kind', 'a', 'b'] as const

/** What each label of near-miss.tsv asks of a system that merges. */
export const TRUTH_OF_LABEL: Readonly<Record<string, Truth>> = {
  duplicate: 'same',
  paraphrase: 'same',
  subset: 'fusable',
  distinct: 'apart',
  contradiction: 'apart',
  'newer-value': 'apart',
}

const ESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }

/** The near-miss set of this repository, its escapes decoded. */
export function readNearMiss(): readonly LabelledPair[] {
  const [, ...lines] = readFileSync(NEAR_MISS_FILE, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', language = '', label = '', kind = '', a = '', b = ''] = line.split('\t')
    return {
      id,
      language,
      label,
      kind,
      a: decodeEscapes(a),
      b: decodeEscapes(b),
      truth: TRUTH_OF_LABEL[label] ?? 'apart',
    }
  })
}

function decodeEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|([tnr\\]))/g, (_, unit: string | undefined, letter = '') =>
    unit === undefined ? (ESCAPED[letter] ?? '') : String.fromCharCode(Number.parseInt(unit, 16)),
  )
}
