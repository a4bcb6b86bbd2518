import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Words whose meaning moves with the day. */
export const RELATIVE_TIME = cueLists('relative-time', {
  NOW: words('今日 昨日 明日 現在 最近 今週 先週 来週 さっき'),
})
