import { cueLists } from '../cue-list.ts'
import { words } from '../word-list.ts'

/** What is forbidden, obliged, recommended and permitted. */
export const MODALITY = cueLists('modality', {
  FORB: words('禁止 してはいけない してはならない しないでください しないこと'),
  OBL: words('必ず 必須 なければならない なくてはならない 常に'),
  REC: words('べき 推奨 望ましい'),
  PERM: words('てもよい 任意 可能'),
})
