import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('./print-golden.ts', import.meta.url))

function printed(zone: string, locale: string): string {
  const env = { ...process.env, TZ: zone, LC_ALL: locale, LANG: locale, LANGUAGE: locale }
  return execFileSync(process.execPath, ['--no-warnings', '--conditions=varve-source', script], {
    env,
    encoding: 'utf8',
  })
}

test('files have the same bytes in every time zone and locale [LS-09] [BR-66]', () => {
  const expected = printed('UTC', 'C')
  expect(expected).toContain('\n## Istanbul i\n')
  expect(expected).toContain('<!-- e1 2026-03-07 -->')
  expect(printed('Asia/Tokyo', 'tr_TR.UTF-8')).toBe(expected)
  expect(printed('America/Los_Angeles', 'sv_SE.UTF-8')).toBe(expected)
})
