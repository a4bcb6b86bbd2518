import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LabelledPair as GuardPair, parseLabelledPairs } from '@varve/core/guard'
import type { LabelledPair, Truth } from './labelled-pair.ts'

export const NEAR_MISS_FILE = fileURLToPath(new URL('near-miss.tsv', import.meta.url))

/** Classes that the bench reports by themselves. */
const OWN_CLASSES: Readonly<Record<string, string>> = {
  para: 'paraphrase',
  subset: 'subset',
  'newer-value': 'newer value',
}

/** The near-miss set of this repository, in the format that `varve guard eval` reads. */
export function readNearMiss(): readonly LabelledPair[] {
  return parseLabelledPairs(readFileSync(NEAR_MISS_FILE, 'utf8')).map((pair) => ({
    id: pair.id,
    language: pair.lang,
    label: OWN_CLASSES[pair.class] ?? pair.label,
    kind: pair.class,
    a: pair.a,
    b: pair.b,
    truth: truthOf(pair),
  }))
}

function truthOf({ label, class: name }: GuardPair): Truth {
  if (label === 'duplicate') return 'same'
  return name === 'subset' ? 'fusable' : 'apart'
}
