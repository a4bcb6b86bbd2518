import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { everything, expectSound, logged } from '../memory-of.ts'
import { throwAway } from '../throw-away.ts'

const LANES = [0, 1]

describe('kill -9', () => {
  test('at random points of 200 commands leaves all that was acknowledged, and no half of anything [RS-11] [RS-12]', async () => {
    const place = throwAway({ keepsOwnCode: true })
    await place.start(['init'])
    // Beside each other, as they are killed: where the lanes share a core, each takes longer.
    const began = performance.now()
    await Promise.all(LANES.map((number) => place.start(['add', `How long does it take? ${number}`])))
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
})
