import { anchorKey } from '../anchors/anchor.ts'
import type { ScannedText } from '../anchors/scan-text.ts'
import type { Token } from '../anchors/token.ts'
import type { LanguageProfile } from '../language/language-profile.ts'
import { PRODUCTS } from '../language/products.ts'
import { latinProfileOf } from '../language/profiles.ts'
import type { KeyToken } from './key-token.ts'

const WHITESPACE = /\s/
const SPACE = 0x20
/** Between two words without a space: `a`b is not a b. */
const JOINT: KeyToken = {
  kind: 'mark',
  text: '\u2060',
  isLocked: true,
  isApartBefore: false,
  isApartAfter: false,
}

/** The tokens of a text in canonical form, before the harmless edits. */
export function buildKeyTokens({ text, language, tokens }: ScannedText): readonly KeyToken[] {
  const profile = latinProfileOf(language)
  const folds = language !== 'und'
  const built: KeyToken[] = []
  let isApartBefore = true
  for (let index = 0; index < tokens.length; index++) {
    const [token, next] = [tokens[index], tokens[index + 1]]
    if (token === undefined) break
    const isApartAfter = next === undefined || hasSpace(text, token.end, next.start)
    built.push({
      kind: token.kind,
      text: keyText(token, profile, folds && !isCapitalWithin(tokens, index)),
      isLocked: token.isLocked,
      isApartBefore,
      isApartAfter,
    })
    if (!isApartAfter && isSolid(token) && isSolid(next)) built.push(JOINT)
    if (token.isLocked && next?.isLocked === true) built.push(...spacingOf(text.slice(token.end, next.start)))
    isApartBefore = isApartAfter
  }
  return built
}

function hasSpace(text: string, start: number, end: number): boolean {
  if (start === end) return false
  return text.charCodeAt(start) === SPACE || WHITESPACE.test(text.slice(start, end))
}

/** In code a run of spaces, a tab or a line feed is not a space. */
function spacingOf(gap: string): readonly KeyToken[] {
  return gap === '' || gap === ' ' ? [] : [{ ...JOINT, text: gap }]
}

function keyText(token: Token, profile: LanguageProfile, folds: boolean): string {
  const { kind, anchor } = token
  if (kind === 'value' && anchor !== undefined) {
    return anchor.type === 'str' ? quotedKey(token) : anchorKey(anchor)
  }
  if (kind !== 'word' || token.isLocked) return token.raw
  if (token.raw === token.lower || anchor?.type === 'label' || !folds) return token.folded
  return isFoldable(token, profile) ? token.lower : token.folded
}

/** A capital alone in mid-sentence may be a name, also where it reads as an article. */
function isCapitalWithin(tokens: readonly Token[], index: number): boolean {
  const [token, previous] = [tokens[index], tokens[index - 1]]
  if (token?.raw.length !== 1 || token.raw === token.lower || previous === undefined) return false
  return !'.!?。'.includes(previous.raw)
}

/** A quotation that opens a sentence is folded as the exact key folds it. */
function quotedKey({ folded }: Token): string {
  return `"${folded.slice(1, -1).replace(/\s+/g, ' ')}"`
}

/** Function words and products in any case, ordinary words where they are all in capitals. */
function isFoldable({ raw, lower }: Token, profile: LanguageProfile): boolean {
  if (raw === lower || raw === 'I') return false
  return (
    profile.functionWords.has(lower) ||
    profile.negators.has(lower) ||
    profile.contractions.has(lower) ||
    PRODUCTS.has(lower) ||
    (raw === raw.toUpperCase() && profile.ordinaryWords.has(lower))
  )
}

function isSolid(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'value'
}
