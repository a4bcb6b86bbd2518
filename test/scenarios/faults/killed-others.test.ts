import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { everything, expectSound, logged, shown } from '../memory-of.ts'
import { startWorker, type Worker } from '../processes/start-worker.ts'
import { throwAway } from '../throw-away.ts'

const LANES = [0, 1]

/** Settles when a worker said so many lines, or ended. */
function saidLines({ child, ended }: Worker, count: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let lines = 0
  child.stdout?.on('data', (chunk: string) => {
    lines += chunk.split('\n').length - 1
    if (lines > count) resolve()
  })
  return Promise.race([promise, ended])
}

describe('kill -9', () => {
  test('while a fresh memory is made leaves one that works, without a repair [RS-12]', async () => {
    const tries = Array.from({ length: 30 }, (_, index) => index)
    const lane = async (number: number) => {
      for (const index of tries.filter((each) => each % LANES.length === number)) {
        const place = throwAway({ keepsOwnCode: true })
        const { child, ended } = place.spawn(['add', 'the first'])
        await wait(20 + index * 2)
        child.kill('SIGKILL')
        await ended
        const next = place.ask(['add', 'the second'])
        expect(next).toMatchObject({ status: 0, stderr: '' })
        expect(shown(place).map(({ content }) => content)).toContain('the second')
        expectSound(place)
      }
    }
    await Promise.all(LANES.map(lane))
  })

  test('of processes that make changes of every kind loses none that was acknowledged [RS-11] [RS-12]', async () => {
    const place = throwAway({ keepsOwnCode: true })
    const said: string[] = []
    const lane = async (number: number) => {
      for (let round = 0; round < 8 || said.length < 200; round++) {
        const worker = startWorker(place, 'change', `w${number}-${round}`)
        // By what it did, not by the clock alone: a busy machine does less in a time.
        await saidLines(worker, Math.random() * 30)
        await wait(Math.random() * 40)
        worker.child.kill('SIGKILL')
        said.push(...(await worker.ended).lines)
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
