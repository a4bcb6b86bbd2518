import { normaliseText } from '../normalise/normalise-text.ts'

/** K1: the normal form `nv1`; '' for a text without letter or digit. Equal keys are the same statement. */
export function exactKey(text: string): string {
  return normaliseText(text) ?? ''
}
