import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Words whose meaning moves with the day. */
export const RELATIVE_TIME = cueLists('relative-time', {
  NOW: words('今天 昨天 明天 现在 目前 当前 最近 本周 上周 下周 刚才 刚刚'),
})
