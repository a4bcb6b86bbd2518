import { CHINESE } from './chinese/chinese.ts'
import { ENGLISH } from './english/english.ts'
import { GERMAN } from './german/german.ts'
import { JAPANESE } from './japanese/japanese.ts'
import type { Language, ListedLanguage } from './language.ts'
import { buildProfile, type LanguageProfile } from './language-profile.ts'
import { SPANISH } from './spanish/spanish.ts'

/** The languages with lists. English comes first: it wins a tie and lends its cues to `und`. */
export const PROFILES: Readonly<Record<ListedLanguage, LanguageProfile>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  zh: CHINESE,
  ja: JAPANESE,
}

/** Written in Latin letters, and so told apart by their words. */
export const LATIN_PROFILES: readonly LanguageProfile[] = [ENGLISH, GERMAN, SPANISH]

const NO_LISTS = buildProfile({ language: 'en' })

/** The lists by which a text is read. One in no known language is read as English. */
export function profileOf(language: Language): LanguageProfile {
  if (language === 'und') return ENGLISH
  return language === 'ko' || language === 'other' ? NO_LISTS : PROFILES[language]
}

/** The lists by which words in Latin letters are read: in Chinese and Japanese those are English. */
export function latinProfileOf(language: Language): LanguageProfile {
  return language === 'zh' || language === 'ja' ? ENGLISH : profileOf(language)
}
