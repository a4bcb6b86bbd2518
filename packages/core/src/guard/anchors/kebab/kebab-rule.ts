import type { AnchorRule } from '../anchor-rule.ts'

/** A word with inner hyphens; only the rewrite check asks for it. */
export const kebabRule: AnchorRule = {
  name: 'kebab',
  opens: ['compound'],
  match({ text, lower, wordEnd }, start) {
    return /[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(lower)
      ? { type: 'kebab', end: wordEnd, value: text.slice(start, wordEnd).toLowerCase(), kind: 'word' }
      : undefined
  },
}
