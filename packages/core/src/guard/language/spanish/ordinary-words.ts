import { words } from '../word-list.ts'

/** Words of everyday talk about software: in capitals throughout they fold, capitalised they are no name. */
export const ORDINARY_WORDS = words(`
  nada nadie ningún ninguna ninguno algún alguna algunos algunas eran fueron había deberían debería
  podría tiene tienen ante bajo aunque usa usar use usen usamos ejecuta ejecutar ejecute corre correr
  guarda guardar pon poner añade añadir elimina eliminar evita evitar evite configura configurar
  instala instalar despliega desplegar nota importante recuerda recordar aviso este esta estos estas
  ese esa nuestro nuestra ahora hoy ayer mañana aún antes después luego primero dos tres cuatro cinco
  seis siete ocho nueve diez once doce
`)
