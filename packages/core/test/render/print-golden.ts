// Run as a process of its own by the tests, under other locales and time zones.
import { est1 } from '../../src/counters/est1.ts'
import { listCompactedFiles } from '../../src/render/compacted/render-compacted.ts'
import { planIndex } from '../../src/render/index/plan-index.ts'
import { renderIndex } from '../../src/render/index/render-index.ts'
import { buildEntry, DEFAULT_CATEGORIES, GOLDEN_ENTRIES } from './build-entry.ts'

const inputs = '0123456789abcdef'
const entries = [
  ...GOLDEN_ENTRIES,
  buildEntry({ id: 'i1', category: 'istanbul-i', content: 'İI ıi ß Ångström' }),
  buildEntry({
    id: 'e1',
    category: 'éclair',
    content: 'Zebra before äpple',
    assertedTo: Date.UTC(2026, 2, 8) - 1,
  }),
]
const config = { categories: DEFAULT_CATEGORIES, indexWeights: {}, budget: 2000, counter: est1 }
process.stdout.write(renderIndex(planIndex(entries, config, inputs)))
for (const file of listCompactedFiles(entries, DEFAULT_CATEGORIES, inputs)) process.stdout.write(file.text)
