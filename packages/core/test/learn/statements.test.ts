import { expect, test } from 'vitest'
import { correctionWithin } from '../../src/learn/extractors/corrections/correction-rules.ts'
import { commandKeys } from '../../src/learn/extractors/error-fixes/command-key.ts'
import { errorSignature } from '../../src/learn/extractors/error-fixes/error-signature.ts'
import { explains } from '../../src/learn/extractors/explanations/explanation-rules.ts'
import { insightIn } from '../../src/learn/extractors/insights/insight-rules.ts'
import { complaintIn } from '../../src/learn/extractors/lint-rules/complaint.ts'
import { reasonIn } from '../../src/learn/extractors/reasons/reason-rules.ts'
import { isSelfContained, selfContainedPart } from '../../src/learn/extractors/self-contained.ts'
import { agent, gives, lessonsOf, person, runs, says } from './written-session.ts'

test.each([
  'We removed the export command on purpose',
  'The overriding rule is to keep the parser pure',
  'Our convention for routes is a noun in the plural',
  'batch == the rows that are sent in one request',
  'Polling has fallen out of favour, as the bills were too high.',
  'The `orders` table is the source of truth for totals',
  'I prefer that `parse()` returns a list and never throws',
])('%j explains something', (sentence) => {
  expect(explains(sentence)).toBe(true)
})
test.each([
  'Can you explain by design patterns why we do so',
  'I think we removed it on purpose',
  'The rule is broken right now',
  'We only saw the error today',
  'We never know what comes',
])('%j explains nothing that lasts', (sentence) => {
  expect(explains(sentence)).toBe(false)
})

test.each([
  [
    'The first part is not correct, invoices are numbered by `nextNumber()`',
    'invoices are numbered by `nextNumber()`',
  ],
  ['hmm, but the worker reads `queue.json` at each start', 'the worker reads `queue.json` at each start'],
  [
    'Copies to the old bucket <- this should be acme-archive now',
    '"Copies to the old bucket" should be acme-archive now',
  ],
  ['The port is 8080, not 3000', 'The port is 8080, not 3000'],
])('%j puts right: %j', (sentence, content) => {
  expect(correctionWithin(sentence)).toBe(content)
})
test.each(['but can you check the worker?', 'but I think that looks fine to me', 'It is wrong'])(
  '%j puts nothing right',
  (sentence) => {
    expect(correctionWithin(sentence)).toBeUndefined()
  },
)

test.each([
  [
    '**`loadUser()` never caches** an unknown user, because sign-ups must appear at once.',
    '`loadUser()` never caches an unknown user, because sign-ups must appear at once.',
  ],
  ['- The `billing` package must not import `orders`.', 'The `billing` package must not import `orders`.'],
  [
    'By default, the runner retries `EPIPE` errors, but only on Linux.',
    'By default, the runner retries `EPIPE` errors, but only on Linux.',
  ],
])('%j is an insight', (sentence, content) => {
  expect(insightIn(sentence)).toBe(content)
})
test.each([
  'Let me check why `loadUser()` never caches an unknown user here.',
  'The `billing` package was importing `orders`, which is now fixed.',
  'The tests of `billing` must still be updated by somebody.',
  'It never checks whether `billing` is there, as far as one sees.',
  'Caching - `loadUser()` is only called when a user signs up.',
  'Everything always works as long as nobody touches the thing.',
])('%j is none', (sentence) => {
  expect(insightIn(sentence)).toBeUndefined()
})

test.each([
  [
    '- **`src/pay.ts`** — Added `--` before the name in each `git branch -D` call, so that a name cannot be read as a flag.',
    '`src/pay.ts`: Added `--` before the name in each `git branch -D` call, so that a name cannot be read as a flag.',
  ],
  [
    'used `spawn` rather than `exec` because the output of `pg_dump` is larger than its buffer.',
    'Used `spawn` rather than `exec` because the output of `pg_dump` is larger than its buffer.',
  ],
])('%j tells why', (sentence, content) => {
  expect(reasonIn(sentence)).toBe(content)
})
test.each([
  'Added a helper `toCents()` and updated its callers in `src/pay.ts` and `src/cart.ts`.',
  'Changed `toCents()` because your comment on the PR asked for that change.',
])('%j tells no reason that lasts', (sentence) => {
  expect(reasonIn(sentence)).toBeUndefined()
})

test.each([
  [
    'src/a.go:24:12: Error return value of `db.Close` is not checked (errcheck)',
    'Code here broke the lint rule `errcheck` more than once: Error return value of … is not checked',
  ],
  [
    'app/x.py:3:1: E501 Line too long (104 > 88)',
    'Code here broke the lint rule `E501` more than once: Line too long (# > #)',
  ],
  [
    "  12:3  error  'total' is assigned a value but never used  no-unused-vars",
    'Code here broke the lint rule `no-unused-vars` more than once: … is assigned a value but never used',
  ],
])('a linter says %j', (line, content) => {
  expect(complaintIn(line)).toBe(content)
})
test.each(['ok  acme/shop/cart (cached)', 'src/a.go:3:1: undefined: total (typecheck)', 'done in 3 s'])(
  '%j is no complaint of a linter',
  (line) => {
    expect(complaintIn(line)).toBeUndefined()
  },
)

test('a line of commands that follow one another is each of them, but not what stands in quotes', () => {
  expect(commandKeys('cd app && make fmt && CI=1 make lint 2>&1 | tail -5')).toEqual([
    'make fmt',
    'make lint',
  ])
  expect(commandKeys('git commit -m "this && that"')).toHaveLength(1)
})

test('a word that begins with an e is no error code', () => {
  expect(errorSignature('entire output is fine')).toBeUndefined()
  expect(errorSignature('connect ECONNREFUSED 127.0.0.1:5432')).toBe('connect ECONNREFUSED 127.0.0.1:5432')
})

test('of a sentence that points at the screen the clauses are kept that don’t', () => {
  const carries = (piece: string) => piece.includes('`main`')
  expect(selfContainedPart('deploys run from `main` only, which is why this one waits', carries)).toBe(
    'deploys run from `main` only',
  )
  expect(selfContainedPart('if `main` is red, look at this', carries)).toBeUndefined()
})

test('what a person explains in the middle of an answer is learnt, with the sentence as evidence', () => {
  const answer = 'ok, go on. We removed the export command on purpose, so that is fine.'
  const { findings } = lessonsOf('a', [says('There is no export.'), person(answer)])
  expect(findings).toMatchObject([
    {
      extractor: 'explanations',
      content: 'We removed the export command on purpose',
      trust: 'user',
      evidence: [{ message: 'm_a1', quote: 'We removed the export command on purpose, so that is fine.' }],
    },
  ])
})

test('what a helper reports or a host sums up is no insight of the agent', () => {
  const insight = 'The `billing` package must not import `orders`.'
  const report = { role: 'user', parts: [{ kind: 'text', text: insight }] } as const
  expect(lessonsOf('a', [report]).findings).toEqual([])
  expect(lessonsOf('b', [agent({ kind: 'text', text: insight })]).findings).toHaveLength(1)
})

test('a rule of a linter is learnt from the output that breaks it', () => {
  const { findings } = lessonsOf('a', [
    runs('1', 'make lint'),
    gives('1', 'src/a.go:24:12: Error return value of `f` is not checked (errcheck)', true),
  ])
  expect(findings.filter(({ extractor }) => extractor === 'lint-rules')).toMatchObject([
    { least: 2, trust: 'tool', evidence: [{ message: 'm_a1', tool: 'Bash' }] },
  ])
})

test.each(['please', 'please.', 'please!', 'please...', 'please…', 'please :)', 'please.”'])(
  'what is asked for with a last word of courtesy is of the moment: %s',
  (end) => {
    const asked = `rename the \`billing\` package everywhere, ${end}`
    expect(isSelfContained(asked)).toBe(false)
    expect(selfContainedPart(asked, () => true)).toBeUndefined()
    expect(isSelfContained('the `billing` package pleases everyone')).toBe(true)
  },
)
