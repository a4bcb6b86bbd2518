import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everything, expectSound, shown } from '../memory-of.ts'
import { startWorker } from '../processes/start-worker.ts'
import { readTree } from '../read-tree.ts'
import { throwAway } from '../throw-away.ts'

describe('at once', () => {
  test('8 processes with 200 adds each keep 1600, with one clock for all [LS-04] [RS-19] [BR-27] [SL-101]', async () => {
    const place = throwAway({ keepsOwnCode: true })
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
    const place = throwAway({ keepsOwnCode: true })
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
    const place = throwAway({ keepsOwnCode: true })
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => place.start(['add', `First fact of process ${index}`])),
    )
    expect(results.map(({ status, stderr }) => [status, stderr])).toEqual(results.map(() => [0, '']))
    expect(shown(place)).toHaveLength(20)
    expect([...readTree(place.project).keys()]).toEqual(['.varve/cache/.gitignore', '.varve/config.json'])
    expectSound(place)
  })

  test('12 processes on a memory that was just made make one of it, and none fails [BR-28] [RS-22]', async () => {
    const place = throwAway({ keepsOwnCode: true })
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
