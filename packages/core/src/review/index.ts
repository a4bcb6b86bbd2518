export * from './decision.ts'
export {
  beginJudging,
  endJudging,
  type JudgedPairs,
  type Judging,
  judgePairs,
  judgeSome,
} from './judge-pairs.ts'
export * from './list-review.ts'
export * from './plan-decision.ts'
