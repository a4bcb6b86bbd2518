import type { ScannedText } from '../../anchors/scan-text.ts'
import type { Token } from '../../anchors/token.ts'
import type { LanguageProfile } from '../../language/language-profile.ts'
import { latinProfileOf } from '../../language/profiles.ts'
import type { ContentItem } from '../items/content-item.ts'
import type { NegationScope } from './negation.ts'

/** A dash that stands alone ends a clause as a stop does. */
const CLAUSE_MARKS = '.;:()!?-—'
/** What follows one of these within a denial undoes it. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  'without',
  'except',
  'ohne',
  'außer',
  'sin',
  'excepto',
  'salvo',
])
const MAX_ITEMS = 8
const LIST_REACH = 8
/** Enough for every clause that somebody wrote. */
const MAX_TOKENS = 60

/** The scope of each negator that is a word: what follows it in its clause, or else what comes before. */
export function listLatinScopes(
  { tokens, language }: ScannedText,
  items: readonly ContentItem[],
): readonly NegationScope[] {
  const profile = latinProfileOf(language)
  const itemsByStart = groupByStart(items)
  const scopes: NegationScope[] = []
  for (const [index, token] of tokens.entries()) {
    if (!isNegator(token, profile) || isNotOnly(tokens, index)) continue
    const after = scopeAfter(tokens, index, profile, itemsByStart)
    scopes.push(after.items.length > 0 ? after : scopeBefore(tokens, index, profile, itemsByStart))
  }
  return scopes
}

type ItemsByStart = ReadonlyMap<number, readonly ContentItem[]>

function groupByStart(items: readonly ContentItem[]): ItemsByStart {
  const groups = new Map<number, ContentItem[]>()
  for (const item of items) {
    if (groups.get(item.start)?.push(item) === undefined) groups.set(item.start, [item])
  }
  return groups
}

function isNegator({ kind, isLocked, lower }: Token, profile: LanguageProfile): boolean {
  return kind === 'word' && !isLocked && (profile.negators.has(lower) || profile.contractions.has(lower))
}

function isNotOnly(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.lower === 'not' && tokens[index + 1]?.lower === 'only'
}

function scopeAfter(
  tokens: readonly Token[],
  index: number,
  profile: LanguageProfile,
  itemsByStart: ItemsByStart,
): NegationScope {
  const items: ContentItem[] = []
  const heads: ContentItem[] = []
  let expectsHead = true
  let exceptionAt: number | undefined
  const end = Math.min(tokens.length, index + MAX_TOKENS)
  for (let next = index + 1; next < end && items.length < MAX_ITEMS; next++) {
    const token = tokens[next]
    if (token === undefined || endsClause(token, profile)) break
    if (token.raw === ',' && !continuesList(tokens, next, profile)) break
    if (EXCEPTIONS.has(token.lower) && !token.isLocked) exceptionAt ??= items.length
    if (token.raw === ',' || profile.negationJoiners.has(token.lower)) expectsHead = true
    if (token.kind === 'word' && !token.isLocked && profile.lightWords.has(token.lower)) continue
    const found = itemsByStart.get(token.start) ?? codeItem(token)
    if (found[0] !== undefined && expectsHead) {
      heads.push(found[0])
      expectsHead = false
    }
    items.push(...found)
  }
  return exceptionAt === undefined ? { items, heads } : { items, heads, exceptionAt }
}

/** A word of the grammar that stands as code is what is denied: there is no `any`. */
function codeItem({ isLocked, kind, lower, start, end }: Token): readonly ContentItem[] {
  return isLocked && kind === 'word' ? [{ text: lower, isAnchor: false, start, end }] : []
}

function scopeBefore(
  tokens: readonly Token[],
  index: number,
  profile: LanguageProfile,
  itemsByStart: ItemsByStart,
): NegationScope {
  const items: ContentItem[] = []
  const start = Math.max(0, index - MAX_TOKENS)
  for (let before = index - 1; before >= start && items.length < MAX_ITEMS; before--) {
    const token = tokens[before]
    if (token === undefined || endsClause(token, profile) || token.raw === ',') break
    items.unshift(...(itemsByStart.get(token.start) ?? []))
  }
  return { items, heads: items.slice(0, 1) }
}

function endsClause(token: Token, profile: LanguageProfile): boolean {
  if (token.isLocked) return false
  if (token.kind === 'mark') return CLAUSE_MARKS.includes(token.raw)
  return token.kind === 'word' && profile.clauseWords.has(token.lower)
}

/** Whether the comma parts members of a list that `or` closes. */
function continuesList(tokens: readonly Token[], comma: number, profile: LanguageProfile): boolean {
  for (const token of tokens.slice(comma + 1, comma + 1 + LIST_REACH)) {
    if (profile.negationJoiners.has(token.lower)) return true
    if (endsClause(token, profile)) return false
  }
  return false
}
