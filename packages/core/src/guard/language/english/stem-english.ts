const DOUBLED = /([b-df-hj-km-np-rtv-z])\1$/
const VOWEL = /[aeiouy]/

/** A light stem of an English word in lower case: endings of number, person and tense go. */
export function stemEnglish(word: string): string {
  if (word.length < 4) return word
  return withoutFinalE(withoutEnding(word))
}

function withoutEnding(word: string): string {
  if (word.length > 4 && (word.endsWith('ies') || word.endsWith('ied'))) return `${word.slice(0, -3)}y`
  if (word.endsWith('ing')) return shortened(word, word.slice(0, -3))
  if (word.endsWith('ed')) return shortened(word, word.slice(0, -2))
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function shortened(word: string, stem: string): string {
  if (stem.length < 3 || !VOWEL.test(stem)) return word
  return DOUBLED.test(stem) ? stem.slice(0, -1) : stem
}

function withoutFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}
