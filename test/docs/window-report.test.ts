import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const REPORT = readFileSync(new URL('../../bench/results/window.md', import.meta.url), 'utf8')

test.each([
  ['its version', /`fb2`/],
  ['the hash of its data', /Data: [0-9a-f]{16} /],
  ['the counter', /Tokens by `o200k`/],
  ['the prices', /cache reads 0\.1, writes 1\.25/],
  [
    'the overhead that it counts, and what agents have',
    /3000 of overhead a call.*claude-code \d+\.\dk, codex \d/s,
  ],
  ['the jitter', /means of five runs, with marks shifted by up to 4k/],
  ['what cleaning took by each rule', /openCalls \d+, emptyAnswers \d+, orphanResults \d+, leading \d+/],
  ['how many sessions their host edited', /\d+ with silent edits of their host/],
  ['its limits', /^Limits: the agent saw everything/m],
])('the report on windows names %s [CAM-133]', (_, expected) => {
  expect(REPORT).toMatch(expected)
})
