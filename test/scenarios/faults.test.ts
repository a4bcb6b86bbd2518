import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { errorOf, everything, expectSound, logged, shown } from './memory-of.ts'
import { startWorker } from './processes/start-worker.ts'
import { readTree } from './read-tree.ts'
import { throwAway } from './throw-away.ts'

const LANES = [0, 1]

describe('kill -9', () => {
  test('at random points of 200 commands leaves all that was acknowledged, and no half of anything [RS-11] [RS-12]', async () => {
    const place = throwAway()
    const began = performance.now()
    await place.start(['add', 'How long does one take?'])
    const whole = performance.now() - began
    const acknowledged: string[] = []
    const lane = async (number: number) => {
      for (let index = number; index < 200; index += LANES.length) {
        const { child, ended } = place.spawn(['add', `Fact ${index}`, '--json'])
        await wait(Math.random() * whole * 2)
        child.kill('SIGKILL')
        const { stdout } = await ended
        if (stdout.endsWith('}\n')) acknowledged.push(JSON.parse(stdout).id)
      }
    }
    await Promise.all(LANES.map(lane))
    const kept = new Set(everything(place).map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(kept.size).toBe(logged(place).length)
    expectSound(place)
  })

  test('while a fresh memory is made leaves one that works, without a repair [RS-12]', async () => {
    const tries = Array.from({ length: 30 }, (_, index) => index)
    const lane = async (number: number) => {
      for (const index of tries.filter((each) => each % LANES.length === number)) {
        const place = throwAway()
        const { child, ended } = place.spawn(['add', 'the first'])
        await wait(20 + index * 2)
        child.kill('SIGKILL')
        await ended
        const next = await place.start(['add', 'the second'])
        expect(next).toMatchObject({ status: 0, stderr: '' })
        expect(shown(place).map(({ content }) => content)).toContain('the second')
        expectSound(place)
      }
    }
    await Promise.all(LANES.map(lane))
  })

  test('of processes that make changes of every kind loses none that was acknowledged [RS-11] [RS-12]', async () => {
    const place = throwAway()
    const said: string[] = []
    const lane = async (number: number) => {
      for (let round = 0; round < 8 || said.length < 200; round++) {
        const { child, spoke, ended } = startWorker(place, 'change', `w${number}-${round}`)
        await spoke
        await wait(Math.random() * 120)
        child.kill('SIGKILL')
        said.push(...(await ended).lines)
      }
    }
    await Promise.all(LANES.map(lane))
    const kept = new Set([
      ...everything(place).map(({ id }) => `entry ${id}`),
      ...logged(place).map(({ plan_id: id }) => `plan ${id}`),
    ])
    expect(said.length).toBeGreaterThan(200)
    expect(said.filter((line) => !kept.has(line))).toEqual([])
    expectSound(place)
  })
})

describe('at once', () => {
  test('8 processes with 200 adds each keep 1600, with one clock for all [LS-04] [RS-19] [BR-27] [SL-101]', async () => {
    const place = throwAway()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const results = await Promise.all(names.map((name) => startWorker(place, 'add', name, '200').ended))
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(names.map(() => [0, '']))
    const acknowledged = results.flatMap(({ lines }) => lines)
    const entries = everything(place)
    expect(new Set(acknowledged).size).toBe(1600)
    expect(entries.map(({ id }) => id)).toEqual(acknowledged.toSorted())
    expect(new Set(entries.map(({ content }) => content)).size).toBe(1600)
    expect(entries.filter(({ hidden }) => hidden !== undefined)).toEqual([])
    expectSound(place)
  })

  test('50 adds in one process and 30 in each of two are all kept [RS-19] [BR-27]', async () => {
    const place = throwAway()
    const one = await startWorker(place, 'together', 'one', '50').ended
    const two = await Promise.all(
      ['two', 'three'].map((name) => startWorker(place, 'together', name, '30').ended),
    )
    const results = [one, ...two]
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(results.map(() => [0, '']))
    const acknowledged = results.flatMap(({ lines }) => lines).sort()
    expect(everything(place).map(({ id }) => id)).toEqual(acknowledged)
    expect(acknowledged).toHaveLength(110)
    expectSound(place)
  })

  test('20 first adds in a folder without anything are all stored, and nobody sees a lock [BR-30] [SL-97] [RS-91]', async () => {
    const place = throwAway()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place.start(['add', `First fact of process ${index}`])),
    )
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(results.map(() => [0, '']))
    expect(shown(place)).toHaveLength(20)
    expect([...readTree(place.project).keys()]).toEqual(['.varve/cache/.gitignore', '.varve/config.json'])
    expectSound(place)
  })

  test('12 processes on a memory that was just made make one of it, and none fails [BR-28] [RS-22]', async () => {
    const place = throwAway()
    place.run(['init'])
    rmSync(join(place.home, 'projects'), { recursive: true })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => place.start(['add', `Fact of process ${index}`])),
    )
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(results.map(() => [0, '']))
    expect(shown(place)).toHaveLength(12)
    expectSound(place)
  })
})

test('a lock held for 3 s delays writers and lets readers through; one held too long is named [RS-20]', async () => {
  const [short, long] = [throwAway(), throwAway()]
  for (const place of [short, long]) place.run(['add', 'Known before'])
  const holders = [
    startWorker(short, 'hold', 'varve compact', '3000'),
    startWorker(long, 'hold', 'varve import', '100000'),
  ]
  await Promise.all(holders.map(({ spoke }) => spoke))
  const writers = [short.start(['add', 'Waited for']), long.start(['add', 'Given up', '--json'])]
  // Held until the holder is killed below, however slow the machine is.
  expect(shown(long)).toHaveLength(1)
  expect(long.run(['status'])).toMatchObject({ status: 0, stderr: '' })
  const [waited, refused] = await Promise.all(writers)
  expect(waited).toMatchObject({ status: 0, stderr: '' })
  expect(shown(short)).toHaveLength(2)
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(errorOf(refused?.stderr ?? '')).toMatchObject({ code: 1, type: 'busy' })
  expect(refused?.stderr).toContain(`process ${holders[1]?.child.pid} (varve import)`)
  holders[1]?.child.kill('SIGKILL')
  await Promise.all(holders.map(({ ended }) => ended))
  expect(shown(long)).toHaveLength(1)
})
