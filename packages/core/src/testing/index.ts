export { createMemoryStore, type MemoryStoreOptions } from '../memory-store/memory-store.ts'
export * from './builders.ts'
export * from './fake-embedder.ts'
export * from './store-conformance.ts'
