import { words } from '../word-list.ts'

/** Words that negate what follows them. */
export const NEGATORS = words(`
  no nunca jamás nada nadie ningún ninguna ninguno sin tampoco ni evita evitar evite evitad prohibido
  prohibida prohíbe excepto salvo apenas
`)
