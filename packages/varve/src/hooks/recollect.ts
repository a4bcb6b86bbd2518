// All that needs the memory, loaded as one file, and only at events that do.
export { openForHook } from '../compose/open-for-hook.ts'
export { sessionStart } from './inject.ts'
export { promptRecall } from './recall.ts'
