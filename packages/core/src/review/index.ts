export * from './decision.ts'
export * from './list-review.ts'
export * from './plan-decision.ts'
