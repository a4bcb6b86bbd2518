import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anchorsOf } from '../../../src/guard/anchors/anchors-of.ts'
import { prepareText } from '../../../src/guard/normalise/prepare-text.ts'
import { anyText } from '../texts.ts'

/** Texts and their anchors, as `type:value unit`. */
const ROWS: readonly (readonly [string, readonly string[]])[] = [
  [
    'Build: `pnpm build --filter core`, output in dist/ on Node 20.11.',
    ['code:pnpm', 'code:build', 'flag:--filter', 'code:core', 'path:dist/', 'num:20.11'],
  ],
  [
    'p95 was 210 ms in run 41 (see owner/repo#12, https://x.io/a.).',
    ['code:p95', 'num:210000000 ns', 'label:run=41', 'id:owner/repo#12', 'url:https://x.io/a'],
  ],
  [
    'Set USE_TLS=1 in .env; call createServer() from src/net/server.ts',
    ['env:USE_TLS=1', 'path:.env', 'code:createServer()', 'path:src/net/server.ts'],
  ],
  [
    'The error says "ECONNREFUSED 127.0.0.1:5432" since 2026-03-07',
    ['str:ECONNREFUSED 127.0.0.1:5432', 'date:2026-03-07'],
  ],
  [
    'Merged commit a1b2c3d in release v2 at 99.5% on 3,000 req',
    ['id:a1b2c3d', 'ver:2', 'num:99.5 %', 'num:3000'],
  ],
  ['on March 7, 2026', ['date:2026-03-07']],
  ['on 7th March 2026', ['date:2026-03-07']],
  ['am 7. März 2026 wird es ernst', ['date:2026-03-07']],
  ['el 7 de marzo de 2026', ['date:2026-03-07']],
  ['in March 2026', ['date:2026-03']],
  ['on 7 March', ['date:--03-07']],
  ['in Q1 2026 and 2026-Q2 and 2026-W10', ['date:2026-Q1', 'date:2026-Q2', 'date:2026-W10']],
  ['on 7.3.2026', ['date:2026-03-07']],
  ['on 03/04/2026', ['date:03/04/2026']],
  ['at 2026-03-07T10:00:00+09:00', ['date:2026-03-07T01:00:00Z']],
  ['at 2026-03-07T10:00', ['date:2026-03-07T10:00:00']],
  ['发布于2026年3月7日', ['date:2026-03-07']],
  ['we may 5 times', ['num:5']],
  ['at 2:30 am UTC, 14:00 JST', ['time:02:30@UTC', 'time:14:00@JST']],
  ['see ABC-123, CVE-2026-1234 and UTF-8', ['id:ABC-123', 'id:CVE-2026-1234', 'id:UTF-8']],
  ['C:\\Users\\x\\a.ts and \\\\host\\share', ['path:C:/Users/x/a.ts', 'path://host/share']],
  ['in ./src//a.ts:10:2, ~/x/.bashrc', ['path:src/a.ts:10:2', 'path:~/x/.bashrc']],
  ['and/or is no path', []],
  ['ends in src/gen.', ['path:src/gen']],
  ['from process.env.FOO, $\u007bBAR}, %BAZ% and MY_KEY', ['env:FOO', 'env:BAR', 'env:BAZ', 'env:MY_KEY']],
  ['with -x, --dry-run and --level=3', ['flag:-x', 'flag:--dry-run', 'flag:--level=3']],
  ['see #12, !45, PR 3, pull request #4, issue 5', ['id:#12', 'id:!45', 'id:pr:3', 'id:pr:4', 'id:issue:5']],
  ['species A, team 3, build 10 s', ['label:species=A', 'label:team=3', 'num:10000000000 ns']],
  ['A job that fails is retried. A job that hangs is killed', []],
  ['Retries: A job that fails is retried', []],
  ['**A job** that fails (A task does not)', []],
  ['Answer: A is right', ['label:sym=A']],
  ['Winner: A takes all', ['label:sym=A']],
  ['A job that fails uses A for input', ['label:sym=A', 'label:sym=A']],
  ['A job of B. A job of C', ['label:sym=A', 'label:sym=B', 'label:sym=A', 'label:sym=C']],
  ['[ ] open and [x] done', ['label:todo=open', 'label:todo=done']],
  ['第三章和任务5', ['label:nth=3章', 'label:任务=5']],
  ['pin ^1.4, ~2.0, 18.x, v1.2.3-rc.1', ['ver:^1.4', 'ver:~2.0', 'ver:18.x', 'ver:1.2.3-rc.1']],
  ['keep 1,000 or 1_000 or 10k or 2万条', ['num:1000', 'num:1000', 'num:10000', 'num:20000']],
  ['at $5 or 5 € or 10M', ['num:5 USD', 'num:5 EUR', 'num:10M']],
  ['from -5 to 10-20 ms', ['num:-5', 'num:10000000-20000000 ns']],
  ['ports 443 800', ['num:443', 'num:800']],
  ['失败后重试两次', ['num:2']],
  [
    'foo() and a.bc and A::b and snake_case and getUser',
    ['code:foo()', 'code:a.bc', 'code:A::b', 'code:snake_case', 'code:getUser'],
  ],
  ["it's the users' 'quoted thing' here", ['str:quoted thing']],
  ["Ana administers Acme's Git org", ['name:ana', 'name:acme']],
  ['use pre-commit here', ['kebab:pre-commit']],
  ['```ts\nconst a = 1\n```', ['str:const a = 1']],
  ['install @scope/name@1.2.3', ['code:@scope/name@1.2.3']],
  ['mail a.b@x.io or git@x.io:o/r.git', ['url:a.b@x.io', 'url:git@x.io:o/r.git']],
  ['at HTTPS://X.io:443/', ['url:https://x.io']],
]

describe('anchors', () => {
  test.each(ROWS)('%j has %j [LS-29]', (text, expected) => {
    const anchors = anchorsOf(text).map(
      ({ type, value, unit }) => `${type}:${value}${unit ? ` ${unit}` : ''}`,
    )
    expect(anchors).toEqual(expected)
  })

  test('an anchor stands where it says it does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const prepared = prepareText(text).replace(/[\u2012\u2013]/g, '-')
        let last = 0
        for (const { raw, start, end } of anchorsOf(text)) {
          expect(prepared.slice(start, end).replaceAll('\n', ' ')).toBe(raw.replaceAll('\n', ' '))
          expect(start).toBeGreaterThanOrEqual(last)
          last = start
        }
      }),
      { numRuns: 3000 },
    )
  })
})
