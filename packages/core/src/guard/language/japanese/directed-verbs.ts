import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** Verbs whose two sides cannot be exchanged. */
export const DIRECTED_VERBS = cueLists('directed-verb', { VERB: words('呼び出す 依存 置き換え 承認 管理') })
