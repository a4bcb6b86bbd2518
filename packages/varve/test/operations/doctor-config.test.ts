import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listSettings } from '../../src/config/list-settings.ts'
import { doctor } from '../../src/operations/doctor.ts'
import { STORE_SCHEMAS } from '../../src/operations/output/schemas/store-schemas.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const opened: TestContext[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

function configured(project?: object, user?: object): TestContext {
  const test = openTestContext(project, undefined, user === undefined ? {} : { user })
  opened.push(test)
  return test
}

async function settingsOf(test: TestContext, section?: string) {
  const { json } = await test.run(doctor, { config: true, section })
  return z.parse(STORE_SCHEMAS.doctor, json).settings ?? []
}

function fromOf(rows: Awaited<ReturnType<typeof settingsOf>>, path: string) {
  const row = rows.find((each) => each.path === path)
  return [row?.value, row?.from.map(({ place }) => place)]
}

test('doctor lists every key of a section with its value and the file that states it', async () => {
  const memory = configured(
    { fidelity: { preset: 'lean', cache: { gate: false } } },
    { fidelity: { preset: 'light', minGain: 80 } },
  )
  const rows = await settingsOf(memory, 'fidelity')

  const keys = listSettings().flatMap(({ path }) => (path.startsWith('fidelity.') ? [path] : []))
  expect(rows.map(({ path }) => path)).toEqual(keys)
  expect(fromOf(rows, 'fidelity.preset')).toEqual(['lean', ['project']])
  expect(fromOf(rows, 'fidelity.minGain')).toEqual([80, ['user']])
  expect(fromOf(rows, 'fidelity.cache.gate')).toEqual([false, ['project']])
  expect(fromOf(rows, 'fidelity.highMax')).toEqual([150_000, []])
  expect(fromOf(rows, 'fidelity.high')).toEqual([null, []])
  expect((await settingsOf(memory, 'fidelity.cache')).map(({ path }) => path)).toEqual(
    keys.filter((path) => path.startsWith('fidelity.cache.')),
  )
})

test('people read of the whole configuration what is stated, of a section everything', async () => {
  const memory = configured({ fidelity: { preset: 'lean' } })
  const whole = (await memory.run(doctor, { config: true })).human.split('\n')
  expect(whole[0]).toBe(`fidelity.preset = "lean" (project: ${memory.context.place.configPath})`)
  expect(whole[1]).toMatch(
    /^\d+ more at their defaults: .*, of memory, project, models, fidelity, team, redact, /,
  )
  const { human } = await memory.run(doctor, { config: true, section: 'fidelity' })
  expect(human).toContain('\nfidelity.highMax = 150000 (default)\n')
})

test('a list that both files add to names both, and a key in the wrong file none', async () => {
  const memory = configured(
    { redact: { allow: ['one'] }, team: { url: 'https://elsewhere.test' } },
    { redact: { allow: ['two'] } },
  )
  const rows = await settingsOf(memory)
  expect(rows).toHaveLength(listSettings().length)
  expect(fromOf(rows, 'redact.allow')).toEqual([
    ['two', 'one'],
    ['user', 'project'],
  ])
  expect(fromOf(rows, 'team.url')).toEqual([null, []])
})

test('how to log in to a team, and a secret in any value, are not shown', async () => {
  const secret = 'hunter2hunter2'
  const memory = configured(
    { project: { name: `postgres://app:${secret}@db.test/app` } },
    { team: { url: `postgres://app:${secret}@db.test/app`, token: secret } },
  )
  const { human, json, records } = await memory.run(doctor, { config: true })
  expect(`${human}${JSON.stringify(json)}${records}`).not.toContain(secret)
  expect(human).toContain('team.token = "[not shown]" (user: ')
})

test('a section that is none is refused with the nearest name, and one without --config with the command', async () => {
  const memory = configured()
  await expect(memory.run(doctor, { config: true, section: 'fidelty' })).rejects.toMatchObject({
    code: 'invalid_value',
    fix: ['varve doctor --config fidelity'],
  })
  await expect(memory.run(doctor, { section: 'fidelity' })).rejects.toMatchObject({
    fix: ['varve doctor --config fidelity'],
  })
})
