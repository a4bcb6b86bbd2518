import { anchorKey } from '../../anchors/anchor.ts'
import type { ScannedText } from '../../anchors/scan-text.ts'
import type { Token } from '../../anchors/token.ts'
import { CJK_FUNCTION_CHARACTERS } from '../../language/cjk-function-characters.ts'
import type { CueFamily } from '../../language/cue-list.ts'
import type { LanguageProfile } from '../../language/language-profile.ts'
import { latinProfileOf } from '../../language/profiles.ts'
import { lowerCase } from '../../normalise/letters.ts'
import type { CueMatch } from '../cues/find-cues.ts'
import type { ContentItem } from './content-item.ts'
import { contentOfWord } from './content-word.ts'

const WORDS = /[\p{L}\p{N}_]+/gu
/** A stretch that tells how something is meant is not what is meant. */
const MODIFIERS: ReadonlySet<CueFamily> = new Set([
  'comparator',
  'quantifier',
  'modality',
  'status',
  'relative-time',
  'negator',
  'order',
])

/** What a text speaks of, from left to right. */
export function listContentItems(scanned: ScannedText, cues: readonly CueMatch[]): readonly ContentItem[] {
  const profile = latinProfileOf(scanned.language)
  const modifiers = cues.filter((cue) => MODIFIERS.has(cue.family))
  const items: ContentItem[] = []
  let run: Token[] = []
  let cueIndex = 0
  for (const token of scanned.tokens) {
    if (token.kind === 'cjk') {
      while ((modifiers[cueIndex]?.end ?? Infinity) <= token.start) cueIndex++
      const isModifier = (modifiers[cueIndex]?.start ?? Infinity) <= token.start
      const joins = run.at(-1)?.end === token.start
      if (!joins || isModifier) run = flush(run, items)
      if (isModifier || CJK_FUNCTION_CHARACTERS.has(token.raw)) run = flush(run, items)
      else run.push(token)
      continue
    }
    run = flush(run, items)
    pushItems(token, profile, items)
  }
  flush(run, items)
  return items
}

/** Two neighbours make an item, and a character that stands alone does. */
function flush(run: readonly Token[], items: ContentItem[]): Token[] {
  const [first] = run
  if (run.length === 1 && first !== undefined) items.push(itemOf(first.raw, first.start, first.end))
  for (let index = 0; index + 1 < run.length; index++) {
    const left = run[index]
    const right = run[index + 1]
    if (left !== undefined && right !== undefined) {
      items.push(itemOf(left.raw + right.raw, left.start, right.end))
    }
  }
  return []
}

function pushItems(token: Token, profile: LanguageProfile, items: ContentItem[]): void {
  const { kind, anchor, start, end } = token
  if (kind === 'mark') return
  if (anchor?.type === 'str') {
    for (const [word] of anchor.value.matchAll(WORDS)) pushWord(lowerCase(word), token, profile, items)
  } else if (anchor !== undefined && (kind === 'value' || anchor.type === 'label')) {
    items.push({ text: anchorKey(anchor), isAnchor: true, start, end })
  } else if (token.lower.includes('/')) {
    for (const part of token.lower.split('/')) pushWord(part, token, profile, items)
  } else pushWord(token.lower, token, profile, items)
}

function pushWord(word: string, token: Token, profile: LanguageProfile, items: ContentItem[]): void {
  const content = contentOfWord(word, profile)
  if (content !== '') items.push(itemOf(content, token.start, token.end))
}

function itemOf(text: string, start: number, end: number): ContentItem {
  return { text, isAnchor: false, start, end }
}
