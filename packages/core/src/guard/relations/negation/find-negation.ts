import type { ScannedText } from '../../anchors/scan-text.ts'
import { hasLists } from '../../language/language.ts'
import type { CueMatch } from '../cues/find-cues.ts'
import type { ContentItem } from '../items/content-item.ts'
import { listCjkScopes } from './cjk-scopes.ts'
import { listLatinScopes } from './latin-scopes.ts'
import { foldScopes, type Negation } from './negation.ts'

/** What a text denies; nothing for a language without lists. */
export function findNegation(
  scanned: ScannedText,
  items: readonly ContentItem[],
  cues: readonly CueMatch[],
): Negation {
  if (!hasLists(scanned.language)) return foldScopes(items, [])
  const scopes = [...listLatinScopes(scanned, items), ...listCjkScopes(scanned, items, cues)]
  return foldScopes(items, scopes)
}
