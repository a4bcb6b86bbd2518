import { createMemoryStore } from '@varve/core'
import { buildEntry } from '@varve/core/testing'
import { expect, test } from 'vitest'
import { injectedEntries } from '../../src/hooks/inject.ts'

test.each([
  ['Ports', 'The api is on 3001.', 'Ports: The api is on 3001.'],
  ['Ports', '# Ports\n\nThe api is on 3001.', 'Ports: The api is on 3001.'],
  ['Ports', '**Ports**\nThe api is on 3001.', 'Ports: The api is on 3001.'],
  ['Ports', '# Ports', 'Ports'],
  ['Ports', '# Ports of the api\nThey differ.', 'Ports: # Ports of the api\nThey differ.'],
])('a title is said once: %s, %j', (title, content, said) => {
  expect(injectedEntries(createMemoryStore(), [buildEntry('a', { title, content })])[0]?.content).toBe(said)
})
