import type { Language } from '../../language/language.ts'
import type { LanguageProfile } from '../../language/language-profile.ts'
import type { KeyToken } from '../key-token.ts'

/** What a harmless edit may go by. */
export interface EditPlace {
  readonly language: Language
  readonly profile: LanguageProfile
}

/** A change of wording that can change no meaning. */
export type KeyEdit = (tokens: readonly KeyToken[], place: EditPlace) => readonly KeyToken[]
