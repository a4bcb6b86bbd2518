import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** Words whose meaning moves with the day. */
export const RELATIVE_TIME = cueLists('relative-time', {
  NOW: phrases('hoy|ayer|ahora|actualmente|esta semana|la semana pasada|próxima semana'),
})
