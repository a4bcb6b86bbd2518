import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** How much of a whole is meant. */
export const QUANTIFIERS = cueLists('quantifier', {
  ALL: words('すべて 全て 全部 常に 必ず'),
  NONE: words('決して 一切'),
  SOME: words('一部 たまに 時々 いくつか'),
  MOST: words('通常 多数 たいてい ほとんど 大半'),
  ONLY: words('だけ のみ'),
  APPROX: words('ほぼ'),
})
