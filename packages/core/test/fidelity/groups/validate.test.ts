import { expect, test } from 'vitest'
import { newViolations } from '../../../src/fidelity/groups/new-violations.ts'
import { validate } from '../../../src/fidelity/groups/validate.ts'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { callPart, window } from '../build-window.ts'

function codes(messages: readonly Message[]): readonly string[] {
  return validate(messages).map(({ code }) => code)
}

const sound = () => window().user('go').step('c1', 'ls', {}, 'a').assistant('done')

test('a sound window has no violation', () => {
  expect(validate(sound().messages())).toEqual([])
  expect(validate(window().user('go').call('c1', 'ls', {}).messages())).toEqual([])
})

test.each([
  ['V01', window().user('go').call('c1', 'ls', {}).user('stop').assistant('ok')],
  ['V02', window().user('go').result('c1', 'a')],
  ['V03', sound().result('c1', 'b')],
  ['V04', window().user('go').call('c1', 'ls', {}).user('hm').result('c1', 'a')],
  ['V05', window().assistant('hello')],
  ['V06', window().user('go').assistant('a').assistant('b')],
  ['V07', window().user('go').user(' ')],
  ['V07', window().user('go').step('c1', 'ls', {}, '')],
  [
    'V08',
    window()
      .user('go')
      .message('assistant', [
        { kind: 'text', text: 'a' },
        { kind: 'reasoning', text: 'b' },
      ]),
  ],
])('%s is found', (code, built) => {
  expect(codes(built.messages())).toEqual([code])
})

test('results of parallel calls may come in one message or in several', () => {
  const calls = window()
    .user('go')
    .assistant('', callPart('a', 'ls', {}), callPart('b', 'ls', {}))
  expect(codes(calls.result('b', 'y').result('a', 'x').assistant('ok').messages())).toEqual([])
})

test('a view answers only for what its window had not', () => {
  const raw = window().user('go').result('c9', 'lost').step('c1', 'ls', {}, 'a').messages()
  expect(newViolations(raw, raw)).toEqual([])
  const broken = raw.filter((message) => !message.parts.some((part) => part.key === 'r:c1'))
  expect(newViolations(raw, [...broken, ...window().user('x').assistant('y').messages()])).toEqual([
    { code: 'V01', key: 'c:c1' },
  ])
})

test('an empty answer to one call excuses none to another call of the same id', () => {
  const raw = window().user('go').step('c1', 'ls', {}, 'a').step('c1', 'ls', {}, '').messages()
  const emptied = (key: string) =>
    raw.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.key === key ? { ...part, text: '' } : part)),
    }))
  const other = emptied('r:c1').filter(({ parts }) => parts.every(({ key }) => !key.endsWith('#2')))
  expect(newViolations(raw, emptied('r:c1#2'))).toEqual([])
  expect(newViolations(raw, other)).toEqual([{ code: 'V07', key: 'tool|r:c1' }])
})

test('the newest messages, the reasoning of the latest loop and signed parts may not change', () => {
  const raw = window()
    .user('go')
    .step('c1', 'ls', {}, 'old')
    .message('assistant', [{ kind: 'reasoning', text: 'hm' }, callPart('c2', 'ls', {})])
    .result('c2', 'new')
    .message('user', [{ kind: 'marker', text: 'm', opaque: true }])
    .messages()
  const changed = (key: string) =>
    raw.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.key === key ? { ...part, text: '[gone]' } : part)),
    }))
  const reasoning = raw[3]?.parts[0]?.key ?? ''
  expect(newViolations(raw, changed('r:c1'), undefined, 1)).toEqual([])
  expect(newViolations(raw, changed('r:c2'), undefined, 1)).toEqual([{ code: 'V13', key: 'r:c2' }])
  expect(newViolations(raw, changed(reasoning), undefined, 1)).toEqual([{ code: 'V09', key: reasoning }])
  const marker = raw[5]?.parts[0]?.key ?? ''
  expect(newViolations(raw, changed(marker))).toEqual([{ code: 'V09', key: marker }])
})
