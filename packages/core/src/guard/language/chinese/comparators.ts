import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** On which side of a number a thing lies. */
export const COMPARATORS = cueLists('comparator', {
  '>=': words('至少 不少于 不低于 及以上 以上 不小于'),
  '<=': words('至多 最多 不超过 以下 以内 及以下 不大于'),
  '>': words('超过 大于'),
  '<': words('小于 少于 低于'),
  '=': words('恰好 正好'),
  '~': words('大约 约# 左右'),
})
