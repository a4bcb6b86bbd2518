import { sha256 } from '../../domain/sha256.ts'
import { NORMALISER, normaliseText } from './normalise-text.ts'

/** Key of a text's normal form: what duplicate classes and derived ids go by. Undefined where it has none. */
export function textKey(content: string): string | undefined {
  const form = normaliseText(content)
  return form === undefined ? undefined : sha256(`${NORMALISER}\n${form}`)
}
