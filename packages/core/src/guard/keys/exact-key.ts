import { normalisePrepared, normaliseText } from '../normalise/normalise-text.ts'

/** K1: the normal form `nv1`; '' for a text without letter or digit. Equal keys are the same statement. */
export function exactKey(text: string): string {
  return normaliseText(text) ?? ''
}

/** The same key of a text that is prepared already. */
export function preparedKey(prepared: string): string {
  return normalisePrepared(prepared) ?? ''
}
