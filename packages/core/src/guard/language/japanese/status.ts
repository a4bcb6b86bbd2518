import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Whether something is planned, under way, done, given up or only supposed. */
export const STATUS = cueLists('status', {
  PLAN: words('予定 計画 検討中 まだ'),
  PROG: words('作業中 進行中'),
  DONE: words('完了 済み リリースした マージした 移行した'),
  DROP: words('取消 中止 廃止 撤回 もう使わない'),
  HYP: words('かもしれない おそらく たぶん 思われる らしい 疑い 疑似'),
})
