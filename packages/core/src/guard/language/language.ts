/** `und` is a text in no language that the lists tell, `other` one in a script without lists. */
export type Language = 'en' | 'de' | 'es' | 'zh' | 'ja' | 'ko' | 'und' | 'other'

/** Languages with word lists. */
export type ListedLanguage = 'en' | 'de' | 'es' | 'zh' | 'ja'

/** Whether the lists can say what is negated in a text of this language. */
export function hasLists(language: Language): language is ListedLanguage | 'und' {
  return language !== 'ko' && language !== 'other'
}
