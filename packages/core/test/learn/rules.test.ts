import { expect, test } from 'vitest'
import { anchorsOf } from '../../src/guard/anchors/anchors-of.ts'
import { correctionIn } from '../../src/learn/extractors/corrections/correction-rules.ts'
import { directiveStrength } from '../../src/learn/extractors/directives/directive-rules.ts'
import { commandKey } from '../../src/learn/extractors/error-fixes/command-key.ts'
import { errorSignature } from '../../src/learn/extractors/error-fixes/error-signature.ts'

const DIRECTIVES = [
  'Always use pnpm, never npm.',
  'From now on run the tests with `pnpm test --run`.',
  "Don't push to main.",
  'Never push directly to main.',
  'use pnpm instead of npm',
  'In this repo we use tabs, 4 wide.',
  'Remember to update CHANGELOG.md when you change src/.',
  'For this project, wrap every handler in withTx().',
  'We should never edit dist/ by hand',
  'Prefer vitest over jest',
  'You must not delete the migrations.',
  '以后请用 pnpm，不要用 npm',
  '今後は必ずテストを書いて',
]
const NONE = [
  "don't run the tests yet",
  'Never mind.',
  'always works on my machine',
  'Why do you always use npm?',
  'Can you use tabs?',
  'use the second one instead of that',
  'I never said that.',
  'Please run the build now.',
  'The API always returns 204.',
  '这次先不要提交',
  '今はコミットしないで',
  'run 14 not 13',
  'The server will never return null',
  'You never use the cache',
]

test.each(DIRECTIVES)('%j directs', (sentence) => {
  expect(directiveStrength(sentence)).toBeDefined()
})
test.each(NONE)('%j directs nothing that lasts', (sentence) => {
  expect(directiveStrength(sentence)).toBeUndefined()
})
test('what is forbidden once is weaker than what is forbidden always', () => {
  expect(directiveStrength("Don't push to main.")).toBe('weak')
  expect(directiveStrength('Never push directly to main.')).toBe('strong')
  expect(directiveStrength('use pnpm instead of npm')).toBe('normal')
})

const rest = (text: string) => correctionIn(text, (part) => anchorsOf(part).length > 0)

test.each([
  ['No, use port 3001, not 3000.', 'use port 3001, not 3000.'],
  ['Actually, the config lives in apps/web/.env.local', 'the config lives in apps/web/.env.local'],
  ["that's not what I asked: rename the file, not the class", 'what I asked: rename the file, not the class'],
  ['I said pnpm!', 'pnpm!'],
  ['不对，端口是 3001', '，端口是 3001'],
  ['違う、src/app の方です', '、src/app の方です'],
  ['wrong branch — it should be release/2.x', 'branch — it should be release/2.x'],
])('%j corrects', (text, expected) => {
  expect(rest(text)?.replace(/^[，、]/, '')).toBe(expected.replace(/^[，、]/, ''))
})
test.each(['no worries, thanks', 'No.', 'Stop', 'Not bad!'])('%j corrects nothing', (text) => {
  expect(rest(text)).toBeUndefined()
})

test('a command is the same however it is wrapped', () => {
  expect(commandKey('cd /home/a/app && CI=1 pnpm test --run 2>&1 | tail -50')).toBe('pnpm test --run')
})

test.each([
  [
    "Error: ENOENT: no such file or directory, open '/home/bob/work/p/dist/index.html'",
    "Error: ENOENT: no such file or directory, open '…/index.html'",
  ],
  [
    "src/api/user.ts(14,7): error TS2322: Type 'string' is not assignable",
    "…/user.ts(#): error TS2322: Type 'string' is not assignable",
  ],
  ['all went well\nnothing to see', undefined],
])('the signature of %j leaves out what differs each time', (output, signature) => {
  expect(errorSignature(output)).toBe(signature)
})
