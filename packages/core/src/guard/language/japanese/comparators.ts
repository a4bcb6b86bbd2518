import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** On which side of a number a thing lies. */
export const COMPARATORS = cueLists('comparator', {
  '>=': words('以上 少なくとも'),
  '<=': words('以下 以内 最大'),
  '>': words('超過 を超える より大きい より多い'),
  '<': words('未満 より小さい より少ない'),
  '=': words('ちょうど'),
  '~': words('約# およそ 程度'),
})
