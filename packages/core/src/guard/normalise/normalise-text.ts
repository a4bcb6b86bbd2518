import { hasLetterOrDigit } from './characters.ts'
import { splitCodeSpans } from './code-spans.ts'
import { prepareText } from './prepare-text.ts'
import { foldSentenceStarts } from './sentence-case.ts'
import { trimWhitespace } from './whitespace.ts'

/** Name of these rules. It is part of every key, so a change of behaviour needs a new one. */
export const NORMALISER = 'nv1'

/**
 * The normal form of a text: equal for two texts that say the same in the same words. Undefined
 * where there is no letter or digit. Never normalise a normal form: its code marks are gone.
 */
export function normaliseText(text: string): string | undefined {
  return normalisePrepared(prepareText(text))
}

/** The normal form of a text that is prepared already. */
export function normalisePrepared(prepared: string): string | undefined {
  if (!hasLetterOrDigit(prepared)) return undefined
  const form = trimWhitespace(finish(prepared))
  return hasLetterOrDigit(form) ? form : undefined
}

function finish(prepared: string): string {
  if (!prepared.includes('`')) {
    return spaced(foldSentenceStarts(prepared, { opensSentence: true, beforeCode: false }))
  }
  const segments = splitCodeSpans(prepared)
  const parts = segments.map((segment, index) => {
    if (segment.kind === 'code') return segment.text
    const place = { opensSentence: index === 0, beforeCode: index < segments.length - 1 }
    return spaced(foldSentenceStarts(segment.text, place))
  })
  return parts.join('')
}

function spaced(prose: string): string {
  return prose.includes('\n') ? prose.replaceAll('\n', ' ') : prose
}
