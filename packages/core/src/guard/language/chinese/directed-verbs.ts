import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Verbs whose two sides cannot be exchanged. */
export const DIRECTED_VERBS = cueLists('directed-verb', {
  VERB: words('调用 依赖 替代 取代 替换 覆盖 继承 触发 审批 管理'),
})
