import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import { validate } from '../../../src/fidelity/groups/validate.ts'
import type { Message, Part } from '../../../src/fidelity/model/message.ts'
import { randomMessages } from './random-messages.ts'

/** A fate for each message: as it is, a copy, other words, no words, without its reasoning, without a part, or gone. */
const FATES = ['same', 'copy', 'words', 'blank', 'unreasoned', 'short', 'gone'] as const

function thought(message: Message, index: number): Message {
  if (message.role !== 'assistant') return message
  const reasoning: Part = { key: `t:thought${index}`, kind: 'reasoning', text: 'hm', raw: undefined }
  const parts = index % 3 === 0 ? [...message.parts, reasoning] : [reasoning, ...message.parts]
  return { ...message, parts }
}

function shownAs(message: Message, fate: (typeof FATES)[number]): readonly Message[] {
  const { parts } = message
  const withWords = (text: string) => parts.map((part) => ({ ...part, text }))
  if (fate === 'gone') return []
  if (fate === 'copy') return [{ ...message }]
  if (fate === 'words') return [{ ...message, parts: withWords('[read · 2k tok elided]') }]
  if (fate === 'blank') return [{ ...message, parts: withWords('') }]
  if (fate === 'short') return [{ ...message, parts: parts.slice(1) }]
  if (fate === 'unreasoned') return [{ ...message, parts: parts.filter(({ kind }) => kind !== 'reasoning') }]
  return [message]
}

test('a view breaks what it has and its window has not, however its structure is compared', () => {
  const fates = fc.array(fc.constantFrom(...FATES), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(randomMessages, fates, (messages, chosen) => {
      const window = messages.map(thought)
      const view = window.flatMap((message, index) => shownAs(message, chosen[index] ?? 'same'))
      const had = validate(window).map(({ code, key }) => `${code} ${key}`)
      const added = validate(view).flatMap(({ code, key }) => {
        const at = had.indexOf(`${code} ${key}`)
        if (at >= 0) had.splice(at, 1)
        return at >= 0 ? [] : [{ code, key }]
      })
      const structural = newViolations(window, view).filter(({ code }) => code !== 'V09')
      expect(structural).toEqual(added)
    }),
    { numRuns: 3000 },
  )
})
