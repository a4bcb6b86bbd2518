import { cueLists } from '../cue-list.ts'
import { phrases } from '../word-list.ts'

/** Whether something is planned, under way, done, given up or only supposed. */
export const STATUS = cueLists('status', {
  PLAN: phrases(
    `planeado|planeada|previsto|prevista|propuesto|propuesta|planeamos|va a|vamos a|todavía no|aún no`,
  ),
  PROG: phrases('en curso|en progreso'),
  DONE: phrases(
    `hecho|completado|completada|terminado|terminada|implementado|implementada|fusionado|fusionada
    |ya está|ha sido|se ha`,
  ),
  DROP: phrases('cancelado|cancelada|rechazado|rechazada|revertido|revertida|obsoleto|obsoleta|ya no'),
  HYP: phrases('quizá|quizás|tal vez|probablemente|parece|podría'),
})
