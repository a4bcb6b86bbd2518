import { describe, test } from 'vitest'
import { createMemoryStore, storeConformance } from '../../src/testing/index.ts'

describe('the memory store keeps the contract', () => {
  for (const { name, run } of storeConformance(() => createMemoryStore())) test(name, run)
})
