const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)]|[a-z]\))\s+/
const OPENERS =
  /^(?:(?:ok(?:ay)?|so|and|but|also|yes|yeah|yep|sure|hmm|well|great|perfect|cool|thanks|btw|by the way|note|please|then|right|hey|hi|fine|good)\b[\s,:;!.–—-]*)+/i

/** A sentence as knowledge is written: without what only led into it, with a capital and its mark. */
export function tidied(sentence: string): string {
  const text = sentence.replace(LIST_MARK, '').replace(OPENERS, '').replace(/\s+/g, ' ').trim()
  const first = text.match(/^[a-z]+/)?.[0] ?? ''
  // A name in small letters, `pnpm`, stays as it is.
  const isWord =
    /^(?:always|never|use|don|do|we|you|i|the|in|for|from|remember|prefer|run|make|when|if|every|by|keep|avoid|it|this|that|there|all|any|no|not|only|should|must|put|add|write|test|tests|commit|whenever)$/.test(
      first,
    )
  return isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Words that point at what stood on the screen: whoever reads them later has nothing to look at. */
const POINTS_AWAY =
  /\b(?:this|that|these|those|it|its|them|they|here|above|below|same|previous|earlier|ones?|your (?:last|previous)|what (?:i|you) (?:said|did)|the (?:other|first|second|last|next|latest|current|existing) (?!(?:hand)\b))\b/i
const SCOPED =
  /\b(?:in|for|of|across|throughout) (?:this|our|the) (?:repo(?:sitory)?|project|codebase|code ?base)\b/gi
/** What somebody asks to be done now. */
const REQUEST =
  /^(?:can|could|would|will) (?:you|we)\b|\b(?:let'?s|i(?:'m| am) (?:going|trying)|i (?:think|guess|see|want|wonder|just|don'?t (?:think|see|know|understand|like|want))|i(?:'m| am| was| wanted|'d| would| have| had)\b|let me know|tell me|you (?:just|already|also|seem)|would be|why|what if|maybe|wondering|looks like)\b/i
const LEAST_LETTERS = 12
const LONGEST = 300

/** Whether a sentence says something to whoever was not there. */
export function isSelfContained(text: string): boolean {
  if (text.length > LONGEST) return false
  if (/[㐀-鿿぀-ヿ가-힯]/.test(text)) return text.length >= 6
  const unscoped = text.replace(SCOPED, ' ')
  return (
    (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= LEAST_LETTERS &&
    !POINTS_AWAY.test(unscoped) &&
    !REQUEST.test(unscoped)
  )
}
