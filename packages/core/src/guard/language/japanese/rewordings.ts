/** Polite verb forms and their plain ones. Longer ones come first. */
export const REWORDINGS: readonly (readonly [string, string])[] = [
  ['ありません', 'ない'],
  ['しません', 'しない'],
  ['しました', 'した'],
  ['されます', 'される'],
  ['あります', 'ある'],
  ['できます', 'できる'],
  ['使います', '使う'],
  ['なります', 'なる'],
  ['します', 'する'],
  ['全て', 'すべて'],
]

/** Polite forms that are plain ones only where a clause ends. */
export const FINAL_REWORDINGS: readonly (readonly [string, string])[] = [
  ['います', 'いる'],
  ['である', ''],
  ['です', ''],
  ['だ', ''],
]

/** Endings of verbs and adverbs, after which a final `だ` is no copula. */
export const NO_COPULA_AFTER = 'んまた'

/** From this length on the long mark that ends a word of katakana is optional. */
export const LONG_MARK_LENGTH = 4
