/** Ways to oblige and to forbid that are one. Longer ones come first. */
export const REWORDINGS: readonly (readonly [string, string])[] = [
  ['务必要', '必须'],
  ['务必', '必须'],
  ['一定要', '必须'],
  ['不可以', '不可'],
  ['千万不要', '不要'],
  ['千万别', '不要'],
  ['切勿', '不要'],
  ['请勿', '不要'],
  ['勿', '不要'],
]

/** Forbids where it opens a clause before a verb. */
export const FORBIDDING_WORD = '别'
/** What makes a noun or a pronoun of it. */
export const NOT_FORBIDDING_BEFORE = '名人的处国家样种墅号称'
