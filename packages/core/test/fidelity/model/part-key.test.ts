import { expect, test } from 'vitest'
import { Handles, handleOf, keysOfHandle } from '../../../src/fidelity/model/handle.ts'
import { callIdWithout, PartKeys } from '../../../src/fidelity/model/part-key.ts'

const SESSION = 's_523c0c37af976875f8bcbbb6'

test.each([
  ['r:toolu_017qEkVzzPb7b7o4FkgJLF23', 'reze47'],
  ['c:toolu_017qEkVzzPb7b7o4FkgJLF23', 'j0ek1g'],
  ['r:c1', '70hasb'],
])('the handle of %s is that of the reference [CAM-09]', (key, handle) => {
  expect(handleOf(SESSION, key)).toBe(handle)
  expect(new Handles(SESSION).of(key)).toBe(handle)
})

test('a text is keyed by role, kind and content, and a second one like it has a suffix [CAM-09]', () => {
  const keys = new PartKeys()
  const text = { kind: 'text', text: 'Raise the limit in src/rate.ts' } as const
  expect(keys.next('user', text)).toBe('t:5b17221cbf734122')
  expect(keys.next('user', text)).toBe('t:5b17221cbf734122#2')
  expect(keys.next('assistant', text)).not.toContain('5b17221cbf734122')
})

test('a result takes the suffix of the nearest call before it [CAM-09]', () => {
  const keys = new PartKeys()
  const call = { kind: 'tool_call', callId: 'c1', tool: 'ls', text: '{}', args: {} } as const
  const result = { kind: 'tool_result', callId: 'c1', tool: 'ls', text: 'a' } as const
  const steps = [call, result, call, result, result] as const
  expect(steps.map((part) => keys.next('assistant', part))).toEqual([
    'c:c1',
    'r:c1',
    'c:c1#2',
    'r:c1#2',
    'r:c1#2+2',
  ])
})

test('results without a call are told apart, also from those of a later call', () => {
  const keys = new PartKeys()
  const orphan = { kind: 'tool_result', callId: 'c9', text: '' } as const
  expect([keys.next('tool', orphan), keys.next('tool', orphan)]).toEqual(['r:c9', 'r:c9+2'])
  const call = { kind: 'tool_call', callId: 'c9', tool: 'ls', text: '{}' } as const
  expect([keys.next('assistant', call), keys.next('assistant', call)]).toEqual(['c:c9', 'c:c9#2'])
  expect(keys.next('tool', orphan)).toBe('r:c9#2')
})

test('a call without id is named by its tool and arguments, however they are spaced [CAM-09]', () => {
  const spaced = callIdWithout('read', { text: '{ "path": "a.ts" }', args: { path: 'a.ts' } })
  expect(spaced).toBe(callIdWithout('read', { text: '{"path":"a.ts"}', args: { path: 'a.ts' } }))
  expect(spaced).toMatch(/^~[0-9a-f]{16}$/)
  expect(spaced).not.toBe(callIdWithout('write', { text: '{"path":"a.ts"}', args: { path: 'a.ts' } }))
})

test('handles that would be the same are two characters longer', () => {
  const handles = new Handles(SESSION)
  // Two keys whose hashes begin alike, found by trying.
  expect(handles.of('r:18193')).toBe('e0z7dn')
  expect(handles.of('r:48508')).toMatch(/^e0z7dn..$/)
  expect(handles.find(handles.of('r:48508'))).toBe('r:48508')
  expect(handles.find('e0z7dn')).toBe('r:18193')
})

test('a handle that is too short stands for each part whose own begins with it', () => {
  const keys = ['r:toolu_52680', 'r:toolu_83573', 'r:other']
  expect(keysOfHandle('s1', keys, '0nkvq5')).toEqual(keys.slice(0, 2))
  expect(keysOfHandle('s1', keys, '0nkvq54s')).toEqual(['r:toolu_83573'])
  expect(keysOfHandle('s1', keys, 'zzzzzz')).toEqual([])
})
