import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPlan, type Model, type Plan, type StoredOperation } from '@varve/core'
import { createScriptedModel } from '@varve/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openScriptedServer,
  type Question,
  type Reply,
  type ScriptedServer,
} from '../../../models/test/scripted-server.ts'
import { compose } from '../../src/compose.ts'
import type { ClientReply } from '../../src/mcp/client/client-questions.ts'
import { samplingModel } from '../../src/mcp/client/sampling-model.ts'
import { add } from '../../src/operations/add.ts'
import { checkStale } from '../../src/operations/check-stale.ts'
import { compact } from '../../src/operations/compact.ts'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { edit } from '../../src/operations/edit.ts'
import type { Fields } from '../../src/operations/field.ts'
import { log } from '../../src/operations/log.ts'
import type { Operation, OperationResult } from '../../src/operations/operation.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { purge } from '../../src/operations/purge.ts'
import { review } from '../../src/operations/review.ts'
import { reviewAccept, reviewEdit, reviewReject } from '../../src/operations/review-decide.ts'
import { search } from '../../src/operations/search.ts'
import { status } from '../../src/operations/status.ts'
import { undo } from '../../src/operations/undo.ts'
import { workNext } from '../../src/operations/work-next.ts'
import { workSubmit } from '../../src/operations/work-submit.ts'
import { openTestContext, type TestContext, type TestWorld } from './test-context.ts'

const PROJECT = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
const PNPM = 'Always use pnpm'
const NOT_NPM = 'Package management must use pnpm, not npm or yarn'
const BOTH = 'Always use pnpm for package management, not npm or yarn.'
const NO_GROUPS = '{"groups": [], "fusions": [], "verdicts": [], "text": ""}'

let server: ScriptedServer
let reply: (question: Question, count: number) => Reply | Promise<Reply>
let memory: TestContext
let closeMemory = (): void => {}

beforeEach(async () => {
  reply = () => ({ text: NO_GROUPS })
  server = await openScriptedServer((question, count) => reply(question, count))
})
afterEach(async () => {
  done()
  await server.close()
})

/** Runs an operation, and gives back what it printed as data. */
async function run<F extends Fields>(operation: Operation<F>, input: object): Promise<Told> {
  const { json, ...rest } = await memory.run(operation, input)
  return { json: json as Told['json'], ...rest }
}

type Told = Omit<OperationResult, 'json'> & { readonly json: Readonly<Record<string, unknown>> }

/** Closes the last memory that was opened. */
function done(): void {
  closeMemory()
  closeMemory = () => {}
}

function open(
  compaction: object = {},
  world: TestWorld = { user: { models: modelsAt(server) } },
): TestContext {
  const settings = { llmAssisted: true, narrativeIndex: false, ...compaction }
  done()
  memory = openTestContext({ project: { id: PROJECT }, memory: { compaction: settings } }, undefined, world)
  closeMemory = memory.close
  return memory
}

function modelsAt({ url }: ScriptedServer): readonly object[] {
  return [
    {
      name: 'local',
      provider: 'openai-compatible',
      model: 'llama',
      baseUrl: `${url}/v1`,
      keyVariable: 'TEST_KEY',
      prices: { input: 1, output: 10 },
    },
    { name: 'claude', provider: 'anthropic', model: 'haiku', baseUrl: `${url}/v1`, keyVariable: 'TEST_KEY' },
    { name: 'gpt', provider: 'openai', model: 'mini', baseUrl: `${url}/v1`, keyVariable: 'TEST_KEY' },
    { name: 'gemini', provider: 'google', model: 'flash', baseUrl: `${url}/v1beta`, keyVariable: 'TEST_KEY' },
  ]
}

async function addAll(...texts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const text of texts) ids.push(String((await run(add, { text, category: 'conventions' })).json.id))
  return ids
}

/** Groups by the texts of their entries, as each protocol would write them. */
function grouping(
  texts: readonly string[],
  text: string,
  member = 'groups',
): (question: { said: string }) => string {
  return ({ said }) => {
    const ids = texts.flatMap((each) => {
      const found = new RegExp(`e(\\d+)[^e]{1,12}text[^a-zA-Z]{1,10}${each.slice(0, 14)}`).exec(said)
      return found === null ? [] : [`e${found[1]}`]
    })
    return JSON.stringify({ [member]: ids.length < texts.length ? [] : [{ ids, text, dropped: [] }] })
  }
}

const merging = grouping([PNPM, NOT_NPM], BOTH)

/** Every byte of a project and its home but what the clock wrote. */
function bytesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !file.name.endsWith('-shm'))
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [path, readFileSync(path).toString('base64')]),
  )
}

/** What a client that samples says to what it is asked. */
function sampled(asked: unknown): ClientReply {
  const content = { type: 'text', text: merging({ said: JSON.stringify(asked) }) }
  return { kind: 'answer', value: { role: 'assistant', model: 'fake', content } }
}

describe('varve compact --llm', () => {
  test('merges what the guard lets pass, says what it took, and gives it back by undo [LS-16] [LS-80]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    reply = (question) => ({ text: merging(question) })
    const { json, human } = await run(compact, { llm: true })
    expect(json).toMatchObject({
      stage2: {
        status: 'ok',
        calls: 1,
        tokens: { input: 111, output: 22, cap: 50_000 },
        usd: 0.000331,
        merged: [{ op: 'dedup', text: BOTH, verdict: 'accept' }],
      },
    })
    expect(human).toContain(`- ${PNPM}`)
    expect(human).toContain(`+ ${BOTH}`)
    const { json: logged } = await run(log, {})
    expect(JSON.stringify(logged)).toContain('openai-compatible llama, dedup/1: 1 call, 133 tokens')
    await run(undo, {})
    expect((await run(compact, {})).json).toMatchObject({ stage1: { live: 2 } })
  })

  test.each(['local', 'claude', 'gpt', 'gemini'])(
    'gives the same plan over the provider %s, the sampling of a client, a stub and an agent’s queue [LS-55]',
    async (name) => {
      const plans: unknown[] = []
      const texts = [PNPM, NOT_NPM]
      open({ llmProvider: name })
      await addAll(...texts)
      reply = (question) => ({ text: merging(question) })
      await run(compact, { llm: true })
      plans.push(operationsOf(memory))

      const stub: Model = createScriptedModel(({ user }) => merging({ said: user }))
      for (const sampling of [samplingModel({ ask: async (asked) => sampled(asked) }), stub]) {
        open({ llmProvider: 'sampling' }, { sampling })
        await addAll(...texts)
        await run(compact, { llm: true })
        plans.push(operationsOf(memory))
      }

      open({ llmProvider: 'agent' }, {})
      await addAll(...texts)
      const { json } = await run(compact, { llm: true })
      expect(json).toMatchObject({ stage2: { status: 'unavailable', queued: 1 } })
      const { json: task } = await run(workNext, { mode: 'compact' })
      expect(task).toMatchObject({ kind: 'compact.dedup', prompt: 'dedup/1' })
      const file = join(memory.project, 'answer.json')
      writeFileSync(file, merging({ said: JSON.stringify(task.inputs) }))
      expect((await run(workSubmit, { task: task.task, file })).json).toMatchObject({ accepted: 1 })
      plans.push(operationsOf(memory))

      expect(plans[0]).toHaveLength(3)
      for (const plan of plans) expect(plan).toEqual(plans[0])
      expect(plans).toHaveLength(4)
    },
  )

  test('lets an agent put right what the guard turned down, while it holds the task', async () => {
    open({ llmProvider: 'agent' }, {})
    await addAll(PNPM, NOT_NPM)
    const { json: task } = await run(workNext, { mode: 'compact' })
    const file = join(memory.project, 'answer.json')
    const submit = async (text: string) => {
      writeFileSync(file, JSON.stringify({ groups: [{ ids: ['e1', 'e2'], text }] }))
      return (await run(workSubmit, { task: task.task, file })).json
    }
    expect(await submit('Always use pnpm for package management.')).toMatchObject({ accepted: 0 })
    expect(await submit(BOTH)).toMatchObject({ accepted: 1, rejected: [] })
  })

  test('another connection finds the sources or what stands for them, never neither [LS-46]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    reply = (question) => ({ text: merging(question) })
    const { json } = await run(compact, { llm: true, dryRun: true })
    const operations = json.operations as Plan['operations']
    const { project, context } = memory
    const env = { VARVE_HOME: join(project, '../home') }
    const surface = { readInput: async () => '', confirm: async () => true, editText: async () => undefined }
    const other = compose({ via: 'library', cwd: project, env, progress: () => {}, ...surface })
    const found = (): string => {
      const answer = search.run(parseInput(search, { text: ['pnpm'] }), other.context)
      return answer instanceof Promise ? '' : answer.human
    }
    const during = context.writing().transact('apply', (writer) => {
      const plan = { stage: 'stage2', command: 'test', operations, base: [] } as const
      applyPlan(writer, plan, { actor: 'tester', via: 'library', branch: null, now: context.clock.now() })
      return found()
    })
    const after = found()
    other.close()
    expect([during.includes(PNPM), during.includes(NOT_NPM), during.includes(BOTH)]).toEqual([
      true,
      true,
      false,
    ])
    expect([after.includes(NOT_NPM), after.includes(BOTH)]).toEqual([false, true])
  })

  test('counts what became of proposals, by the version of the instructions [LS-59]', async () => {
    open({ maxDropped: 0 })
    await addAll(PNPM, NOT_NPM)
    const stats = async () => (await run(log, { stats: true })).json.stats
    expect(await stats()).toEqual([])
    reply = (question) => ({ text: grouping([PNPM, NOT_NPM], `${BOTH} Since 2024.`)(question) })
    await run(compact, { llm: true, only: 'dedup' })
    expect(await stats()).toEqual([{ prompt: 'dedup/1', accepted: 0, reviewed: 0, rejected: 1, undone: 0 }])
    reply = (question) => ({ text: merging(question) })
    await run(compact, { llm: true, only: 'dedup', retryRejected: true, full: true })
    expect(await stats()).toMatchObject([{ accepted: 1, rejected: 1, undone: 0 }])
    await run(undo, {})
    expect(await stats()).toMatchObject([{ accepted: 0, rejected: 1, undone: 1 }])
    expect((await run(log, { stats: true })).human).toContain('dedup/1')
  })

  test('hands an agent nothing that the project no longer bears out', async () => {
    open({ llmProvider: 'agent' }, {})
    writeFileSync(join(memory.project, 'package.json'), '{"scripts": {}}')
    await addAll('Check types with `npm run gone`', 'Types are checked with `npm run gone`')
    expect((await run(workNext, { mode: 'compact' })).json).toMatchObject({ task: null })
    writeFileSync(join(memory.project, 'package.json'), '{"scripts": {"gone": "tsc"}}')
    const { json: task } = await run(workNext, { mode: 'compact' })
    expect(task).toMatchObject({ kind: 'compact.dedup' })
    const file = join(memory.project, 'answer.json')
    writeFileSync(file, '{"groups": []}')
    writeFileSync(join(memory.project, 'package.json'), '{"scripts": {}}')
    await expect(run(workSubmit, { task: task.task, file })).rejects.toMatchObject({ code: 'stale_task' })
  })

  test('contacts nobody where the project did not switch it on, and says how to [LS-15] [LS-73]', async () => {
    open({ llmAssisted: false, stalenessCheck: true })
    await addAll(PNPM, NOT_NPM)
    for (const attempt of [() => run(compact, { llm: true }), () => run(checkStale, { llm: true })]) {
      const { json, issues } = await attempt()
      expect([json.stage2 ?? json.llm, issues?.map(({ code }) => code)]).toEqual([
        { status: 'off' },
        ['llm_disabled'],
      ])
    }
    expect(server.asked).toEqual([])
  })

  test('says of each cause what it is: switched off, done, cut by a cap, failed, nobody to ask [LS-73]', async () => {
    const statusOf = async (compaction: object, world?: TestWorld) => {
      open(compaction, world)
      await addAll(PNPM, NOT_NPM)
      const { json, exit } = await run(compact, { llm: true })
      return [(json.stage2 as { status: string }).status, exit]
    }
    expect(await statusOf({ llmAssisted: false })).toEqual(['off', 0])
    expect(await statusOf({})).toEqual(['ok', 0])
    expect(await statusOf({ maxTokensPerRun: 0 })).toEqual(['partial', 0])
    expect(await statusOf({}, {})).toEqual(['unavailable', 0])
    reply = () => ({ status: 401 })
    expect(await statusOf({})).toEqual(['degraded', 0])
  })

  const failures: readonly (readonly [string, Reply])[] = [
    ['a limit', { status: 429, headers: { 'retry-after': '900' } }],
    ['an error of the server', { status: 500 }],
    ['a bad key', { status: 401 }],
    ['a reset', 'reset'],
    ['no answer in time', 'never'],
    ['no JSON', { text: 'Sure!' }],
    ['half a JSON', { text: '{"groups": [{"ids": ["e1"' }],
    ['an answer cut short', { text: '{"groups": [', finish: 'length' }],
    ['nothing', { text: '' }],
    ['a megabyte', { text: `{"groups": [], "more": "${'x'.repeat(1_000_000)}"}` }],
  ]
  test.each(failures)(
    '%s leaves what the rules made, ends with 0, and says so [LS-22] [RS-76]',
    async (_, failing) => {
      open({ callTimeoutSecs: 1, retries: 0 })
      await addAll(PNPM, NOT_NPM)
      await run(compact, {})
      const { cacheDir } = memory.context.place
      const before = bytesOf(cacheDir)
      reply = () => failing
      const { json, exit, issues } = await run(compact, { llm: true })
      expect([exit, issues?.length, json.plan_id]).toEqual([0, 1, null])
      expect(bytesOf(cacheDir)).toEqual(before)
      const { json: rejected } = await run(log, { rejected: true })
      expect((rejected.proposals as readonly object[]).length).toBeGreaterThan(0)
      expect(JSON.stringify([json, rejected])).not.toContain('sk-secret')
    },
  )

  test('an agent’s command that is killed leaves what the rules made, too [LS-22]', async () => {
    const command = [process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")']
    open({ retries: 0 }, { user: { models: [{ name: 'agent-one', provider: 'command', command }] } })
    await addAll(PNPM, NOT_NPM)
    const { json, exit, issues } = await run(compact, { llm: true })
    expect([exit, issues?.length, json.plan_id]).toEqual([0, 1, null])
    expect(json).toMatchObject({ stage1: { live: 2 }, stage2: { status: 'degraded' } })
  })

  test('takes ten degenerate answers for none: nothing is hidden, and each is told of [BR-19]', async () => {
    open({ retries: 0 })
    await addAll(PNPM, NOT_NPM)
    const degenerate: readonly ((question: Question) => string)[] = [
      () => '',
      () => ' ',
      () => '…',
      () => 'null',
      () => '[]',
      ({ said }) => said,
      () => PNPM,
      () => 'x'.repeat(1_000_000),
      () => '{"groups": [}',
      () => '{"groups": [{"ids": ["e1", "e2"], "text": "Always',
    ]
    for (const answer of degenerate) {
      reply = (question) => ({ text: answer(question) })
      const { json, exit, issues } = await run(compact, { llm: true })
      expect([exit, issues?.length, (json.stage1 as { live: number }).live]).toEqual([0, 1, 2])
    }
    const { json } = await run(log, { rejected: true })
    expect(json.proposals).toHaveLength(10)
  })

  test('keeps four facts apart that a model would join, and says why [BR-02]', async () => {
    open({ minFusionSize: 2 })
    await addAll('Merged PR #260', 'Merged PR #480', 'Planned LLM reranking', 'Default rerank=True')
    const first = grouping(['Merged PR #260', 'Merged PR #480'], 'Merged PR #260')
    const second = grouping(['Planned LLM reranking', 'Default rerank=True'], 'Planned LLM reranking')
    reply = (question) => {
      const groups = [first, second].flatMap((each) => JSON.parse(each(question)).groups as object[])
      return { text: JSON.stringify({ groups, fusions: [] }) }
    }
    expect((await run(compact, {})).json).toMatchObject({ stage1: { live: 4 } })
    expect((await run(compact, { llm: true })).json).toMatchObject({ stage1: { live: 4 } })
    const { json } = await run(log, { rejected: true })
    const details = (json.proposals as readonly { detail: string }[]).map(({ detail }) => detail)
    expect(details).toHaveLength(2)
    expect(details.join(' ')).toMatch(/identity:id/)
    expect(details.join(' ')).toMatch(/identity:status/)
  })

  test('a dry run changes no byte, and what it keeps in a file is applied exactly [LS-21]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    await run(compact, {})
    reply = (question) => ({ text: merging(question) })
    const before = bytesOf(join(memory.project, '..'))
    const { json } = await run(compact, { llm: true, dryRun: true })
    expect(bytesOf(join(memory.project, '..'))).toEqual(before)
    const file = join(memory.project, 'plan.json')
    const { json: kept } = await run(compact, { llm: true, planOut: file })
    expect(kept.plan_hash).toBe(json.plan_hash)
    const { json: applied } = await run(compactApply, { digest: file })
    expect(applied.plan_hash).toBe(json.plan_hash)
    expect(operationsOf(memory)).toEqual(withoutDrawn(json.operations as readonly StoredOperation[]))
    await expect(run(compactApply, { digest: file })).rejects.toMatchObject({ code: 'stale_plan' })
  })

  test('asks nothing with --no-calls, and says what it would take [LS-75]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    const { json, human } = await run(compact, { llm: true, noCalls: true })
    expect(server.asked).toEqual([])
    expect((json.stage2 as { planned: readonly object[] }).planned).toHaveLength(1)
    expect(human).toMatch(/1 call would take at most \d+ tokens/)
  })

  test('needs no key to say what it would take', async () => {
    const models = [{ name: 'one', provider: 'anthropic', model: 'haiku', keyVariable: 'NO_SUCH_KEY' }]
    open({}, { user: { models } })
    await addAll(PNPM, NOT_NPM)
    const { json } = await run(compact, { llm: true, noCalls: true })
    expect(json).toMatchObject({ stage2: { status: 'ok', provider: 'anthropic', model: 'haiku', calls: 0 } })
    expect((json.stage2 as { planned: readonly object[] }).planned).toHaveLength(1)
    await expect(run(compact, { llm: true })).rejects.toMatchObject({ code: 'config_invalid' })
  })

  test('each switch switches its own step, and no other [LS-24]', async () => {
    const prompts = {
      semanticDedup: 'same fact',
      entryFusion: 'one coherent entry',
      stalenessCheck: 'still accurate',
      narrativeIndex: 'paragraphs of prose',
    }
    const names = Object.keys(prompts) as (keyof typeof prompts)[]
    for (let mask = 0; mask < 16; mask += 1) {
      const switches = Object.fromEntries(names.map((name, bit) => [name, (mask & (1 << bit)) !== 0]))
      open({ ...switches, minFusionSize: 2 })
      writeFileSync(join(memory.project, 'ports.md'), 'The API listens on port 3000\n')
      await addAll(
        'The API listens on port 3000, see ports.md',
        'The API listens on port 3000 everywhere',
        'The API listens on port 3000 by default',
      )
      const from = server.asked.length
      await run(compact, { llm: true })
      const said = server.asked
        .slice(from)
        .map((question) => question.said)
        .join('\n')
      for (const name of names)
        expect([mask, name, said.includes(prompts[name])]).toEqual([mask, name, switches[name]])
    }
  })

  test('is one run at a time: a second ends with busy, and a lease that ran out is taken over [LS-53]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    const { clock } = memory.context
    const take = (until: number) =>
      memory.context
        .writing()
        .transact('test', (writer) =>
          writer.takeLease({ name: 'stage2', holder: 'another', until }, clock.now()),
        )
    take(clock.now() + 60_000)
    await expect(run(compact, { llm: true })).rejects.toMatchObject({ code: 'busy' })
    memory.context.writing().transact('test', (writer) => writer.dropLease('stage2', 'another'))
    take(clock.now() + 1)
    expect((await run(compact, { llm: true })).json).toMatchObject({ stage2: { status: 'ok' } })
  })

  test('merges none of what is pinned, whatever a model says, and asks of it nothing [BR-12]', async () => {
    open()
    const texts = ['pnpm', 'pnpm only', 'pnpm alone', 'just pnpm', 'pnpm always', 'pnpm for all'].map(
      (what) => `Package management in this project uses ${what}`,
    )
    const ids = await addAll(...texts)
    const pinned = ids.slice(0, 2)
    for (const id of pinned) await run(edit, { id, pin: true })
    reply = ({ said }) => {
      const named = [...new Set(said.match(/\be\d+\b/g) ?? [])]
      return { text: JSON.stringify({ groups: [{ ids: named, text: texts[3], dropped: [] }] }) }
    }
    const { json } = await run(compact, { llm: true, only: 'dedup' })
    expect(json).toMatchObject({ stage2: { status: 'ok' } })
    expect(server.asked.length).toBeGreaterThan(0)
    const shows = (said: string, text: string) => new RegExp(`${text}\\\\*"`).test(said)
    for (const { said } of server.asked) {
      expect(texts.map((text) => shows(said, text))).toEqual([false, false, true, true, true, true])
    }
    const tops = memory.context.reading().lineage({})
    for (const id of pinned) expect(tops.filter(({ under }) => under === id)).toEqual([])
  })

  test('calls a model in no write, however many there are, and stops within its cap [BR-39]', async () => {
    open()
    for (let at = 0; at < 1000; at += 1) await run(add, { text: `Fact ${at} about service ${at}` })
    await run(compact, {})
    await run(checkStale, {})
    await run(status, {})
    expect(server.asked).toEqual([])
    const { json, human } = await run(compact, { llm: true, maxTokens: 2400 })
    const { tokens, calls, skipped } = json.stage2 as {
      tokens: Record<string, number>
      calls: number
      skipped: readonly object[]
    }
    expect((tokens.input ?? 0) + (tokens.output ?? 0) + (tokens.reserved ?? 0)).toBeLessThanOrEqual(2400)
    expect(calls).toBe(server.asked.length)
    expect(skipped.length).toBeGreaterThan(0)
    const used = (tokens.input ?? 0) + (tokens.output ?? 0)
    expect(human).toMatch(new RegExp(`: .*, ${calls} calls?, ${used} of 2400 tokens`))
    // What was answered is settled, and what wasn't asked waits for the next run.
    const before = server.asked.length
    expect((await run(compact, { llm: true, maxTokens: 2400 })).json).toMatchObject({
      stage2: { merged: [] },
    })
    expect(server.asked.slice(before).map(({ said }) => said)).not.toContain(server.asked[0]?.said)
  })
})

describe('what waits for a person', () => {
  const texts = ['Staging is wiped on Sunday', 'Backups are kept in the vault']
  const doubtful = grouping(texts, 'Staging is wiped on Sunday; backups are kept in the vault')

  async function propose(compaction = {}, answer = doubtful): Promise<string> {
    open(compaction)
    await addAll(...texts)
    reply = (question) => ({ text: answer(question) })
    await run(compact, { llm: true })
    const { json } = await run(review, { kind: 'proposal' })
    const [item] = json.items as readonly { id: string; detail: object }[]
    return item?.id ?? ''
  }

  test('is applied where they accept it, as one record that can be undone', async () => {
    const id = await propose()
    const { json } = await run(review, { kind: 'proposal' })
    expect(json.items).toMatchObject([
      { detail: { text: 'Staging is wiped on Sunday; backups are kept in the vault' } },
    ])
    await run(reviewAccept, { id })
    expect((await run(compact, {})).json).toMatchObject({ stage1: { live: 1 }, review: 0 })
    await run(undo, {})
    expect((await run(compact, {})).json).toMatchObject({ stage1: { live: 2 } })
  })

  test('keeps the source that says it word for word, and writes no entry beside it', async () => {
    open({ apply: 'review' })
    await addAll('Use pnpm for all packages.', 'Use pnpm for packages.')
    const answer = grouping(['Use pnpm for all', 'Use pnpm for pa'], 'Use pnpm for all packages.')
    reply = (question) => ({ text: answer(question) })
    await run(compact, { llm: true })
    const { json } = await run(review, { kind: 'proposal' })
    const [item] = json.items as readonly { id: string }[]
    await run(reviewAccept, { id: item?.id })
    const all = [...memory.context.reading().entries({ visibility: 'all' })]
    const { lineage } = memory.context.reading()
    expect([all.length, lineage({}).map(({ kind }) => kind)]).toEqual([2, ['duplicates']])
    expect((await run(compact, {})).json).toMatchObject({ stage1: { live: 1 } })
  })

  test('is by the person who rewrote it, not by the model', async () => {
    const id = await propose()
    expect((await run(log, { stats: true })).json.stats).toMatchObject([{ reviewed: 1, accepted: 0 }])
    await run(reviewEdit, { id, text: 'Staging is wiped on Sunday, and backups stay in the vault' })
    const [written] = [...memory.context.reading().entries({ visibility: 'all' })].filter(
      ({ content }) => content === 'Staging is wiped on Sunday, and backups stay in the vault',
    )
    expect(written?.source).toMatchObject({ kind: 'human', agent: 'tester' })
    expect((await run(log, { stats: true })).json.stats).toMatchObject([{ reviewed: 0, accepted: 1 }])
  })

  test('is not proposed again where they reject it, and goes with a purge', async () => {
    const id = await propose()
    await run(reviewReject, { id })
    expect((await run(review, {})).json).toMatchObject({ total: 0 })
    await addAll('Deploys happen at noon')
    await run(compact, { llm: true })
    expect((await run(review, {})).json).toMatchObject({ total: 0 })
  })

  test.each([
    ['accept', reviewAccept],
    ['reject', reviewReject],
  ] as const)('does not wait again where they %s it while prose is asked for', async (_, decision) => {
    open({ narrativeIndex: true })
    await addAll(...texts)
    const settled: string[] = []
    reply = async (question) => {
      if (!question.said.includes('paragraphs of prose')) return { text: doubtful(question) }
      const { json } = await run(review, { kind: 'proposal' })
      for (const { id } of json.items as readonly { id: string }[]) {
        await run(decision, { id })
        settled.push(id)
      }
      return { text: NO_GROUPS }
    }
    await run(compact, { llm: true })
    expect(settled).toHaveLength(1)
    const kept = readFileSync(join(memory.context.place.dataDir, 'proposals.json'), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ waiting: [] })
  })

  test('is no longer asked about where one of its entries was edited since', async () => {
    const id = await propose()
    const [staging] = [...memory.context.reading().entries({ visibility: 'all' })].filter(({ content }) =>
      content.startsWith('Staging'),
    )
    await run(edit, { id: staging?.id, text: 'Staging is wiped on Monday' })
    expect((await run(review, {})).json).toMatchObject({ total: 0 })
    await expect(run(reviewAccept, { id })).rejects.toMatchObject({ exitCode: 3 })
  })

  test('is dropped as base_changed where a source was edited while the model was asked [LS-47]', async () => {
    open()
    await addAll(PNPM, NOT_NPM)
    const [first] = [...memory.context.reading().entries({ visibility: 'all' })]
    const merging = grouping([PNPM, NOT_NPM], BOTH)
    reply = async (question) => {
      await run(edit, { id: first?.id, text: `${first?.content}, since today` })
      return { text: merging(question) }
    }
    const { json } = await run(compact, { llm: true, only: 'dedup' })
    const { skipped } = json.stage2 as { skipped: readonly { reason: string }[] }
    expect(skipped.map(({ reason }) => reason)).toEqual(['base_changed'])
    expect(json).toMatchObject({ stage1: { live: 2 } })
  })

  test('what a purge takes while a model is asked does not come back with what the run leaves', async () => {
    open()
    await addAll(...texts)
    const [staging] = [...memory.context.reading().entries({ visibility: 'all' })].filter(({ content }) =>
      content.startsWith('Staging'),
    )
    reply = (question) => ({ text: doubtful(question) })
    await run(compact, { llm: true })
    await addAll('Deploys happen at noon', 'Deploys happen around midday')
    let isPurged = false
    const purged = async () => {
      if (isPurged) return
      isPurged = true
      await run(purge, { ids: [staging?.id], reason: 'test', yes: true })
    }
    reply = async (question) => {
      await purged()
      return { text: doubtful(question) }
    }
    await run(compact, { llm: true })
    expect(isPurged).toBe(true)
    expect(readFileSync(join(memory.context.place.dataDir, 'proposals.json'), 'utf8')).not.toContain(
      'wiped on Sunday',
    )
  })

  test('holds no text of an entry that is purged', async () => {
    await propose()
    const file = join(memory.context.place.dataDir, 'proposals.json')
    expect(readFileSync(file, 'utf8')).toContain('wiped on Sunday')
    const [id] = [...memory.context.reading().entries({ visibility: 'all' })].filter(({ content }) =>
      content.startsWith('Staging'),
    )
    await run(purge, { ids: [id?.id], reason: 'test', yes: true })
    expect(readFileSync(file, 'utf8')).not.toContain('wiped on Sunday')
  })
})

describe('varve check-stale --llm', () => {
  const FACT = 'The server of src/server.ts listens on port 3000'

  async function changed(verdict: (quote: string) => object) {
    open({ stalenessCheck: true })
    const folder = join(memory.project, 'src')
    writeFileSync(join(memory.project, 'secret.ts'), 'never shown\n')
    const { mkdirSync } = await import('node:fs')
    mkdirSync(folder)
    writeFileSync(join(folder, 'server.ts'), 'export const port = 3000\n')
    const { json } = await run(add, { text: FACT, ref: ['src/server.ts'] })
    writeFileSync(join(folder, 'server.ts'), 'export const port = 4000 // was moved\n')
    reply = () => ({
      text: JSON.stringify({
        verdicts: [
          {
            id: 'e1',
            file: 'src/server.ts',
            reason: 'port 4000 in src/server.ts',
            ...verdict('export const port = 4000'),
          },
        ],
      }),
    })
    return String(json.id)
  }

  test('flags what a file contradicts, with reason and verbatim evidence, and opens no file that isn’t named [LS-18]', async () => {
    const id = await changed((quote) => ({ verdict: 'stale', quote }))
    await addAll('Deploys happen at noon', 'Backups lie in the vault')
    const { json } = await run(checkStale, { llm: true })
    expect(json.llm).toMatchObject({
      status: 'ok',
      coverage: { pairs_seen: 0, pairs_total: 0 },
      stale: [{ id, verdict: 'stale', file: 'src/server.ts', quote: 'export const port = 4000' }],
    })
    const flags = memory.context.reading().entry(id as never)?.flags
    expect(flags).toMatchObject([
      {
        kind: 'stale',
        reason: 'port 4000 in src/server.ts',
        evidence: { quote: 'export const port = 4000' },
      },
    ])
    expect(server.asked.map(({ said }) => said).join()).not.toContain('never shown')
    expect((await run(review, { kind: 'stale' })).json).toMatchObject({ total: 1 })
  })

  test('flags nothing that is still accurate, and doesn’t ask again while nothing changes [LS-18]', async () => {
    const id = await changed((quote) => ({ verdict: 'accurate', quote }))
    await run(checkStale, { llm: true })
    expect(memory.context.reading().entry(id as never)?.flags).toEqual([])
    await run(checkStale, { llm: true })
    expect(server.asked).toHaveLength(1)
    expect((await run(checkStale, {})).json).toMatchObject({ results: [{ status: 'fresh' }] })
  })

  test('takes a verdict without a quote from a file that was shown for none [LS-61]', async () => {
    for (const answer of [
      { verdict: 'stale', quote: 'export const port = 5000' },
      { verdict: 'stale', quote: 'port' },
      { verdict: 'stale', file: 'secret.ts', quote: 'never shown' },
      { verdict: 'stale', quote: 'export const port = 4000', reason: 'one\ntwo' },
      { verdict: 'accurate', quote: 'export const port = 3000' },
    ]) {
      const id = await changed(() => answer)
      const { json } = await run(checkStale, { llm: true })
      expect(json.llm).toMatchObject({ stale: [{ verdict: 'unsure' }] })
      expect(memory.context.reading().entry(id as never)?.flags).toEqual([])
    }
  })
})

test('varve status names models, and where a key is taken from, and never a key', async () => {
  open()
  const { json, human } = await run(status, {})
  expect(json.models).toMatchObject([{ name: 'local', key_variable: 'TEST_KEY' }, {}, {}, {}])
  expect(human).toContain('key in TEST_KEY')
  expect(JSON.stringify([json, human])).not.toContain('sk-secret')
})

function operationsOf({ context }: TestContext): readonly unknown[] {
  const reader = context.reading()
  const [last] = reader.records({ stage: 'stage2', newestFirst: true, limit: 1 })
  const operations = last === undefined ? [] : (reader.record(last.id)?.operations ?? [])
  return withoutDrawn(operations)
}

/** Without who wrote it, and the ids of entries, which are drawn anew in each memory. */
function withoutDrawn(operations: readonly object[]): readonly string[] {
  return operations
    .map((each) =>
      JSON.stringify(each)
        .replace(/"agent":"[^"]+"/, '')
        .replace(/"under":"[^"]+"/, ''),
    )
    .sort()
}
