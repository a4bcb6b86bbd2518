import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** How much of a whole is meant. */
export const QUANTIFIERS = cueLists('quantifier', {
  ALL: words('所有 全部 每个 一律 总是 始终'),
  NONE: words('从不 决不 没有任何 一切不'),
  SOME: words('有些 部分 有时 一些 少数'),
  MOST: words('大多 大部分 通常 多数 经常'),
  ONLY: words('只 仅'),
  APPROX: words('几乎 差不多'),
  // Not only, and a mere conjunction.
  '-': words('不仅 不只 只要 只有'),
})
