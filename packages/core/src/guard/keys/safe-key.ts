import { type ScannedText, scanText } from '../anchors/scan-text.ts'
import { hasLists } from '../language/language.ts'
import { latinProfileOf } from '../language/profiles.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import { buildKeyTokens } from './build-key-tokens.ts'
import { dropBoldMarks } from './edits/bold-marks.ts'
import type { KeyEdit } from './edits/key-edit.ts'
import { dropListNumber } from './edits/list-number.ts'
import { exactKey } from './exact-key.ts'
import { hasMoreCodePoints } from './has-more-code-points.ts'
import type { KeyToken } from './key-token.ts'
import { editWords } from './word-edits.ts'

/** Longer texts are compared by their exact key only. */
export const MAX_SAFE_CODE_POINTS = 32_768

const SEPARATOR = '\u0001'

/** Edits that no language is needed for. */
const NEUTRAL_EDITS: readonly KeyEdit[] = [dropListNumber, dropBoldMarks]

/** K2: language and tokens after the harmless edits. Equal keys say the same in other clothes. */
export function safeKey(text: string): string {
  if (hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS)) return `long${SEPARATOR}${exactKey(text)}`
  return scannedKey(scanText(prepareText(text)))
}

/** The safe key of a text that is scanned already. */
export function scannedKey(scanned: ScannedText): string {
  const { language } = scanned
  const place = { language, profile: latinProfileOf(language) }
  const neutral = NEUTRAL_EDITS.reduce((list, edit) => edit(list, place), buildKeyTokens(scanned))
  const tokens = hasLists(language) && language !== 'und' ? editWords(neutral, place) : neutral
  return [language, ...tokens.map(renderToken)].join(SEPARATOR)
}

/** A mark is known by the spaces around it too: `go build .` is not `go build.`. */
function renderToken(token: KeyToken, index: number, tokens: readonly KeyToken[]): string {
  if (token.kind !== 'mark') return token.text
  const isOpen = (neighbour: KeyToken | undefined): boolean =>
    neighbour !== undefined && neighbour.kind !== 'cjk'
  const before = token.isApartBefore && isOpen(tokens[index - 1]) ? ' ' : ''
  const after = token.isApartAfter && isOpen(tokens[index + 1]) ? ' ' : ''
  return `${before}${token.text}${after}`
}
