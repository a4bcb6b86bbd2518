const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)]|[a-z]\))\s+/
const OPENERS =
  /^(?:(?:ok(?:ay)?|so|and|but|also|yes|yeah|yep|sure|hmm|well|great|perfect|cool|thanks|btw|by the way|note|please|then|right|hey|hi|fine|good|no(?=,))\b[\s,:;!.–—-]*)+/i

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
/** `what is kept that we need`: this points at what stands right before it. */
const RELATIVE =
  /(?<=[a-z]{3} )(?<!\b(?:and|but|for|with|all|say|says|see|think|know|mean|means|like|not|was|are|did|does|does|saw|had|has|use|fix|add|put|get|let|make|give|need|want|keep) )that (?=(?:is|are|do|does|have|has|can|cannot|can['’]t|must|should|will|use|uses|need|needs|runs?|we|users?|agents?|the|a|an|each|every)\b)/gi
/** What somebody asks to be done now. */
const REQUEST =
  /^(?:can|could|would|will) (?:you|we)\b|^i \w+ed\b|\b(?:let'?s|i(?:'m| am) (?:going|trying)|i (?:think|guess|see|want|wonder|just|don'?t (?:think|see|know|understand|like|want))|i(?:'m| am| was| wanted|'d| would| have| had)\b|let me know|tell me|you (?:just|already|also|seem)|would be|why|what if|maybe|please(?=\W*$)|probably|thinking aloud|wondering|looks like)\b/i
const LEAST_LETTERS = 12
const LONGEST = 300

/** Whether a sentence says something to whoever was not there. */
export function isSelfContained(text: string): boolean {
  if (text.length > LONGEST) return false
  if (/[㐀-鿿぀-ヿ가-힯]/.test(text)) return text.length >= 6
  const unscoped = text.replace(SCOPED, ' ').replace(RELATIVE, '')
  return (
    (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= LEAST_LETTERS &&
    !POINTS_AWAY.test(unscoped) &&
    !REQUEST.test(unscoped)
  )
}

const CLAUSE_END = /(?:,|;)\s+|\s+[-–—]\s+|\s+(?=(?:but|so|because|since)\b)/g

/**
 * The longest piece of a sentence that carries what it is wanted for and says it to whoever was not there: all
 * of it, or some of its clauses.
 */
export function selfContainedPart(sentence: string, carries: (piece: string) => boolean): string | undefined {
  if (ASKED.test(sentence)) return undefined
  const whole = tidied(sentence)
  if (stands(whole)) return carries(whole) ? whole : undefined
  const cuts = [...sentence.matchAll(CLAUSE_END)].slice(0, MOST_CLAUSES)
  const starts = [0, ...cuts.map(({ index, 0: mark }) => index + mark.length)]
  const ends = [...cuts.map(({ index }) => index), sentence.length]
  const pieces = starts
    .flatMap((start, at) => ends.slice(at).map((end) => sentence.slice(start, end)))
    .map(tidied)
    .filter((piece) => piece.split(' ').length >= LEAST_WORDS && stands(piece) && carries(piece))
  return pieces.sort((a, b) => b.length - a.length)[0]
}

function stands(piece: string): boolean {
  return !LEANS.test(piece) && !piece.endsWith(':') && isSelfContained(piece)
}

/** All of it is asked for, whatever its clauses say alone. */
const ASKED = /\bplease\W*$/i
const MOST_CLAUSES = 8
const LEAST_WORDS = 5
/** A clause that says nothing without another. */
const LEANS =
  /^(?:(?:which|who|whose|and|or|nor|to|than|like|with)\b|(?:if|when|unless|because|since|while|as|though|although)\b(?![^,]*,))/i
