/** The rows of nv1: two texts, whether they are the same, and the normal form of the first where it is given. */
export interface GoldenRow {
  readonly a: string
  readonly b: string
  readonly isSame: boolean
  readonly form?: string
}

export const GOLDEN_ROWS: readonly GoldenRow[] = [
  { a: 'Use npm.', b: 'use  npm', isSame: true, form: 'use npm' },
  { a: 'Use npm', b: '"Use npm."', isSame: true, form: 'use npm' },
  { a: '- Use `pnpm`.', b: 'Use pnpm', isSame: true, form: 'use pnpm' },
  { a: 'cafe\u0301', b: 'caf\u00e9', isSame: true },
  { a: 'Port is ３０００', b: 'Port is 3000', isSame: true, form: 'port is 3000' },
  { a: 'Ｕｓｅ　ｐｎｐｍ', b: 'Use pnpm', isSame: true, form: 'use pnpm' },
  { a: 'line one\r\nline two', b: 'line one\nline two', isSame: true, form: 'line one line two' },
  { a: 'Don’t use npm', b: "Don't use npm", isSame: true, form: "don't use npm" },
  { a: '使用 pnpm。', b: '使用 pnpm', isSame: true, form: '使用 pnpm' },
  { a: 'soft\u00adhyphen', b: 'softhyphen', isSame: true },
  { a: '# Heading', b: 'Heading', isSame: true, form: 'heading' },
  { a: 'Offset is \u22125', b: 'Offset is -5', isSame: true },
  { a: 'Foo is deprecated', b: 'foo is deprecated', isSame: true },
  {
    a: '`Foo` is the entry point',
    b: '`foo` is the entry point',
    isSame: false,
    form: 'Foo is the entry point',
  },
  { a: 'Always call Foo first', b: 'Always call foo first', isSame: false, form: 'always call Foo first' },
  { a: 'area is 10² m', b: 'area is 102 m', isSame: false },
  { a: 'Use --no-cache', b: 'Use -no-cache', isSame: false },
  { a: 'run `cd ..`', b: 'run `cd .`', isSame: false, form: 'run cd ..' },
  { a: 'run cd ..', b: 'run cd .', isSame: false, form: 'run cd ..' },
  { a: '- 5 points', b: '+ 5 points', isSame: false, form: '- 5 points' },
  { a: 'Use pnpm?', b: 'Use pnpm', isSame: false, form: 'use pnpm?' },
  { a: 'Mount drive C:', b: 'Mount drive C', isSame: false, form: 'mount drive C:' },
  { a: 'Use USE_TLS=1', b: 'use use_tls=1', isSame: false, form: 'use USE_TLS=1' },
  { a: '[x] ship it', b: '[ ] ship it', isSame: false },
  { a: 'Range is 1–3', b: 'Range is 1-3', isSame: false },
  { a: 'NOT used', b: 'not used', isSame: false },
  { a: 'Run `npm  ci`', b: 'Run `npm ci`', isSame: false, form: 'run npm  ci' },
  { a: 'Use node 18', b: 'Use node 20', isSame: false },
]

export const GOLDEN_KEYS: Readonly<Record<string, string>> = {
  'Use npm.': '332892bc79861018013969faf6bcf6e3a65505a075dfcd2c6d3719f862958efb',
  'Always use pnpm, never npm or yarn.': '7a96747ed3aadbba754eca4e09acc36e9718ed7dbfc64596d48fd9081be13c50',
  '使用 pnpm。': '3f2fb8008fd15807b321853f04514e42a293cf3132ebbcfab18ec53f81b7d0bd',
  'Run `pnpm test` before push.': 'b424bd2b7c0a1b32d935db41d8a7a105b5b0f55d2897fef260eda0281bfe0321',
  'Always use pnpm': 'ea5fd63019154e898d01b152fbe9fdc6b399fb84bfbcac8e163e2f43df5cf8b8',
  'Package management must use pnpm, not npm or yarn':
    '24ee9123351ef182832a9242845eca9928680ccfdabd7ba80f52e8bff7a16cdd',
}
