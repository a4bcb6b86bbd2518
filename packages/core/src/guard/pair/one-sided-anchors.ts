import { type Anchor, anchorKey } from '../anchors/anchor.ts'
import { isWordAt, isWordBefore } from '../normalise/letters.ts'
import type { Statement } from './statement.ts'

/** The anchors of one text that the other lacks. */
export function listOneSided(one: Statement, other: Statement): readonly Anchor[] {
  return one.anchors.filter((anchor) => !isIn(anchor, other))
}

/** A name or an identifier may stand in the other as a plain word, and a quotation unquoted. */
function isIn(anchor: Anchor, other: Statement): boolean {
  if (other.anchorKeys.has(anchorKey(anchor))) return true
  switch (anchor.type) {
    case 'name':
      return other.rawWords.includes(anchor.value) || other.smallWords.includes(anchor.value)
    case 'code':
      return other.rawWords.includes(anchor.value) || isQuoted(anchor.value, other)
    case 'str':
      if (other.anchorKeys.has(`code:${anchor.value}`)) return true
      return anchor.value.includes(' ') && standsIn(anchor.value, other.prepared)
    default:
      return false
  }
}

/** Code may be set in quotes too: it is the same code. */
function isQuoted(word: string, { anchors }: Statement): boolean {
  return anchors.some(({ type, value }) => type === 'str' && value.split(' ').includes(word))
}

function standsIn(quotation: string, text: string): boolean {
  const start = text.indexOf(quotation)
  return start !== -1 && !isWordBefore(text, start) && !isWordAt(text, start + quotation.length)
}
