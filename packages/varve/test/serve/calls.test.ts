import { expect, test } from 'vitest'
import { Calls } from '../../src/serve/calls.ts'

test('calls go one after another; one that stands aside lets the others go, and is alone again when it goes on', async () => {
  const calls = new Calls()
  const answer = Promise.withResolvers<string>()
  const order: string[] = []
  let underWay = 0
  const step = async (name: string) => {
    underWay += 1
    expect(underWay, name).toBe(1)
    order.push(name)
    await new Promise((next) => setImmediate(next))
    underWay -= 1
  }
  const asking = calls.next(async (aside) => {
    await step('asks')
    const said = await aside(() => answer.promise)
    await step(`hears ${said}`)
    return said
  })
  const failing = calls.next(async (aside) => {
    await step('fails')
    return aside(() => Promise.reject(new Error('nobody there')))
  })
  const other = calls.next(() => step('other'))
  await expect(failing).rejects.toThrow('nobody there')
  await other
  answer.resolve('yes')
  const last = calls.next(() => step('last'))
  expect(await asking).toBe('yes')
  await last
  expect(order.slice(0, 3)).toEqual(['asks', 'fails', 'other'])
  expect(order.slice(3).sort()).toEqual(['hears yes', 'last'])
})
