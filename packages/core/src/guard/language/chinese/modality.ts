import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** What is forbidden, obliged, recommended and permitted. */
export const MODALITY = cueLists('modality', {
  FORB: words('禁止 严禁 不得 不要 不能 不可 不可以 不允许 切勿 请勿 勿 不许'),
  OBL: words('必须 必需 务必 一定要 始终 总是 不得不'),
  REC: words('应该 应当 建议 推荐 最好'),
  PERM: words('可以 允许 可选'),
  // Words that hold another modality inside.
  '-': words('不可或缺 不可变'),
})
