import { expect, it } from 'vitest'
import { madeWhenAsked } from '../../src/operations/made-when-asked.ts'

it('a form of a result is made when it is asked for, and no other one', () => {
  const asked: string[] = []
  const made = <T>(name: string, form: T): T => {
    asked.push(name)
    return form
  }
  const result = madeWhenAsked({
    json: () => made('json', { ok: true }),
    human: () => made('human', 'Done.\n'),
    records: () => made('records', 'H done\n'),
    issues: [],
  })
  expect(asked).toEqual([])
  expect(result.human).toBe('Done.\n')
  expect(asked).toEqual(['human'])
  expect([result.json, result.records]).toEqual([{ ok: true }, 'H done\n'])
})

it('results are of one shape: nothing of one is kept by what makes the next', () => {
  const forms = { json: () => ({}), human: () => '', records: () => '', issues: [] }
  const [first, second] = [madeWhenAsked(forms), madeWhenAsked(forms)]
  expect(Object.keys(Object.getOwnPropertyDescriptors(first))).toEqual(['issues'])
  expect(Object.getPrototypeOf(first)).toBe(Object.getPrototypeOf(second))
})
