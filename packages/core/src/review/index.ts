export * from './decision.ts'
export { type JudgedPairs, judgePairs } from './judge-pairs.ts'
export * from './list-review.ts'
export * from './plan-decision.ts'
