import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { EntryFields, Model, ModelResult } from '@varve/core'
import { createScriptedModel, type ScriptedModel } from '@varve/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { CHECKOUT } from '../../../core/test/consolidate/memory.ts'
import { openScriptedServer } from '../../../models/test/scripted-server.ts'
import { consolidate } from '../../src/operations/consolidate.ts'
import { OUTPUT_SCHEMAS } from '../../src/operations/output/output-schemas.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { addCheckoutNotes, GOOD_DIGEST } from '../checkout-notes.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let world: TestContext
afterEach(() => world.close())

const NOW = Date.UTC(2026, 5, 1)
const ALL = { scope: 'all', noSweep: true }

interface Answer {
  readonly plan_id: string | null
  readonly clustersCompressed: number
  readonly sampling: object
  readonly clusterDetails: readonly {
    readonly text: string
    readonly rule_text?: string
    readonly declined?: string
  }[]
}

function fill(subjects = 1, more: Partial<EntryFields> = {}): void {
  addCheckoutNotes(world.context.writing(), { subjects, more: () => more })
}

function open(sampling: Model | undefined, config?: object): void {
  world = openTestContext(config, undefined, sampling === undefined ? {} : { sampling })
}

/** At a moment that moves on by a second with each look. */
async function run(input: object = {}, stepMs = 1000) {
  let now = NOW - stepMs
  const clock = {
    now: () => {
      now += stepMs
      return now
    },
  }
  const context = { ...world.context, clock }
  const result = await consolidate.run(parseInput(consolidate, { ...ALL, ...input }), context)
  expect(OUTPUT_SCHEMAS.consolidate?.safeParse(JSON.parse(JSON.stringify(result.json))).error).toBeUndefined()
  const { json, human, records, issues } = result
  return { json: json as Answer, human, records, issues }
}

function model(answer: string | ModelResult): ScriptedModel {
  return createScriptedModel(() => answer)
}

const failing = (failure: 'refused' | 'timeout' | 'unavailable'): ModelResult => ({
  kind: 'failure',
  failure,
  message: 'as told',
})

describe('digests that a model writes', () => {
  test('stand in the place of what the rules wrote where the guard lets them, under the same title [LK-47]', async () => {
    const asked = JSON.stringify({ text: GOOD_DIGEST })
    for (const answer of [asked, `Here it is {as JSON}:\n\`\`\`json\n${asked}\n\`\`\``, GOOD_DIGEST]) {
      open(model(answer))
      fill(2)
      const { json, human } = await run({ useLlm: true })
      expect(json.sampling).toEqual({ applied: true, upgraded: 2, declined: 0 })
      for (const { text, rule_text: byRules } of json.clusterDetails) {
        expect(text.split('\n').slice(1).join('\n')).toBe(GOOD_DIGEST)
        expect(byRules?.split('\n')[0]).toBe(text.split('\n')[0])
      }
      expect(human).toContain('a model wrote 2 digests, the rules 0')
      const contents = [...world.context.reading().entries({ visibility: 'heads' })].map(
        (each) => each.content,
      )
      expect(contents.filter((content) => content === GOOD_DIGEST)).toHaveLength(2)
      world.close()
    }
    open(undefined)
  })

  const source = CHECKOUT[0]?.[1] ?? ''
  test.each<readonly [name: string, answer: string | ModelResult, reason: RegExp]>([
    ['refuses', failing('refused'), /^refused$/],
    ['hangs', failing('timeout'), /^timeout$/],
    ['is gone', failing('unavailable'), /^error unavailable/],
    ['returns garbage', '{"text": [3]} of nothing at all', /^empty$/],
    ['returns nothing', '', /^empty$/],
    ['returns a word', 'Done.', /^too_short$/],
    ['returns the same text', source, /^same_as_source$/],
    ['returns a megabyte', 'x'.repeat(1_000_000), /^too_long$/],
    ['invents a port number', `${GOOD_DIGEST} It listens on port 9999.`, /^G08 .*9999/],
    ['drops one', GOOD_DIGEST.replace(' to 310 ms', ''), /^G07 .*310/],
    ['drops a prohibition', GOOD_DIGEST.replace('Do not set it above 60000', 'Set it above 60000'), /^G/],
  ])('that %s: the text of the rules stays, with the reason [LK-47]', async (_, answer, reason) => {
    open(model(answer))
    fill()
    const byRules = await run({ dryRun: true })
    const { json } = await run({ useLlm: true })
    expect(json.sampling).toMatchObject({ applied: false, upgraded: 0, declined: 1 })
    const [told] = (json.sampling as { decline_reasons: string[] }).decline_reasons
    expect(told).toMatch(reason)
    expect(json.clusterDetails[0]?.text).toBe(byRules.json.clusterDetails[0]?.text)
    expect(json.plan_id).not.toBeNull()
  })

  test('are asked for with masked, numbered and dated notes, and no id of the memory', async () => {
    const asked = model(GOOD_DIGEST)
    open(asked)
    fill()
    await run({ llm: true })
    const [question] = asked.asked
    expect(question?.prompt).toBe('digest/2')
    expect(question?.user).toMatch(/^\[1\] 2026-01-05 "Spent the morning/)
    expect(question?.user).not.toMatch(/\be1[1-5]\b/)
    expect(question?.maxOutputTokens).toBe(400)
  })

  test('are asked for of nothing that a tool or the web said', async () => {
    const asked = model(GOOD_DIGEST)
    open(asked)
    fill(1, { source: { kind: 'agent', trust: 'web' } })
    const { json } = await run({ useLlm: true })
    expect(json.sampling).toMatchObject({ declined: 1, decline_reasons: ['untrusted'] })
    expect(asked.asked).toHaveLength(0)
  })

  test('are written only once the last answer is in: until then no byte of the store changes [LK-48]', async () => {
    let during: string | undefined
    const sum = () => {
      const path = world.context.place.databasePath
      const files = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file))
      return createHash('sha256').update(Buffer.concat(files)).digest('hex')
    }
    const entries = () => world.context.reading().size().entries
    const asked = createScriptedModel((_, attempt) => {
      if (attempt === 1) during = sum()
      // The lease alone is held: of what is remembered nothing has changed.
      expect(sum()).toBe(during)
      expect(entries()).toBe(15)
      return GOOD_DIGEST
    })
    open(asked)
    fill(3)
    await run({ useLlm: true })
    expect(asked.asked).toHaveLength(3)
    expect(entries()).toBe(18)
  })

  test('are asked for in no dry run but with --ask, which shows both texts and changes nothing [LK-50]', async () => {
    const asked = model(GOOD_DIGEST)
    open(asked)
    fill()
    const plain = await run({ useLlm: true, dryRun: true })
    expect(asked.asked).toHaveLength(0)
    expect(plain.json.sampling).toMatchObject({ applied: false, reason: 'not_asked' })
    const both = await run({ useLlm: true, dryRun: true, ask: true })
    expect(asked.asked).toHaveLength(1)
    expect(both.json.clusterDetails[0]).toMatchObject({
      text: expect.stringContaining(GOOD_DIGEST),
      rule_text: plain.json.clusterDetails[0]?.text,
    })
    expect(world.context.reading().size().entries).toBe(5)
  })

  test('are 20 at most, and none is waited for after 120 seconds: the rules write the rest [LK-51]', async () => {
    const asked = model(GOOD_DIGEST)
    open(asked)
    fill(23)
    const { json } = await run({ useLlm: true, dryRun: true, ask: true }, 1)
    expect(json.clustersCompressed).toBe(23)
    expect(json.sampling).toMatchObject({ upgraded: 20, declined: 3, decline_reasons: ['budget of calls'] })
    const { json: slow } = await run({ useLlm: true, dryRun: true, ask: true }, 25_000)
    expect(slow.sampling).toMatchObject({ decline_reasons: ['budget of time'] })
    // The last is given what the run has left.
    expect(asked.asked.slice(20).map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 30_000, 30_000, 20_000])
  })

  test('come from the provider that the user configured, where the project lets models be asked', async () => {
    const server = await openScriptedServer(() => ({ text: JSON.stringify({ text: GOOD_DIGEST }) }))
    const local = { provider: 'openai-compatible', model: 'llama', baseUrl: `${server.url}/v1` }
    world = openTestContext({ memory: { compaction: { llmAssisted: true } } }, undefined, {
      user: { models: [{ name: 'local', ...local }] },
    })
    fill()
    const { json } = await run({ useLlm: true })
    await server.close()
    expect(json.sampling).toEqual({ applied: true, upgraded: 1, declined: 0 })
    expect(server.asked).toHaveLength(1)
  })

  test('are asked of no configured model unless the settings say that models may be asked', async () => {
    open(undefined)
    fill()
    const { json, human } = await run({ useLlm: true })
    expect(json.sampling).toEqual({ applied: false, upgraded: 0, declined: 0, reason: 'off' })
    expect(human).toContain('no model may be asked')
    world.close()
    open(undefined, { memory: { compaction: { llmAssisted: true } } })
    fill()
    expect((await run({ useLlm: true })).json.sampling).toMatchObject({ reason: 'unavailable' })
  })
})
