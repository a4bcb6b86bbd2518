import { expect, test } from 'vitest'
import { dollarsOf, moneyOf, priceOfUpstream } from '../../../src/operations/fit/money.ts'

type Usage = Parameters<typeof moneyOf>[0]['usage']

function transcript(usage: Usage, model = 'claude-sonnet-4-5'): Parameters<typeof moneyOf>[0] {
  return {
    format: 'pi',
    sessionId: 's_1',
    externalId: '1',
    agent: 'pi',
    model,
    kind: 'main',
    segments: [],
    forks: [],
    usage,
    issues: [],
  }
}

const CALL = { segment: 0, message: 1, input: 1000, cacheRead: 0, cacheWrite: 1000, output: 250 }

test('what a session recorded of its costs is what it cost, and only the input of it changes with the window', () => {
  const money = moneyOf(transcript([{ ...CALL, costUsd: 2.5 }]), 'anthropic-5m', 1e6)
  // 1 000 tokens written at 1.25 and 250 answered at 5: half of it was input.
  expect(money).toMatchObject({ recorded: 2.5, isRecorded: true, input: 1.25 })
  expect(dollarsOf(money, 1)).toBe(2.5)
  expect(dollarsOf(money, 0.5)).toBe(1.875)
})

test('without recorded costs the input is priced by the list that is named', () => {
  const money = moneyOf(transcript([CALL]), 'openai', 2e6)
  expect(money).toMatchObject({ name: 'openai', recorded: 2.5, isRecorded: false, input: 2.5 })
  expect(dollarsOf(money, 0.4)).toBe(1)
})

test.each([
  ['api.openai.com', 'openai'],
  ['generativelanguage.googleapis.com', 'gemini'],
  ['api.deepseek.com', 'deepseek'],
  ['api.anthropic.com', 'anthropic-5m'],
  ['gateway.example', 'anthropic-5m'],
])('a proxy for %s counts by the prices of %s', (host, name) => {
  expect(priceOfUpstream(host)).toBe(name)
})
