export type Strength = 'strong' | 'normal' | 'weak'

const VERBS =
  'use run put write keep prefer avoid commit push add call name import install mock test format return throw log create delete edit touch change rebase merge squash deploy start stop set pass wrap store check update'
const VERB = new RegExp(`\\b(?:${VERBS.split(' ').join('|')})\\b`, 'i')

const CJK_DURABLE =
  /以后|今后|总是|始终|必须|一定要|不要|不准|禁止|切勿|务必|请记住|必ず|絶対に|決して|今後は|常に|しないで|使わないで|覚えて/
const CJK_ONCE = /这次|暂时|先别|现在|今回|今は|とりあえず/
const CJK_STRONG = /必须|禁止|切勿|一定|必ず|絶対|決して|不准/

const ONE_OFF =
  /\b(?:yet|right now|this time|for now|today|again|just this once|until i say|before i (?:review|answer)|the (?:first|second|third|last|next) one|instead of that)\b|(?<!\bfrom )\bnow\b/i
const DURABLE =
  /\b(?:from now on|going forward|remember|by default|whenever|every time|in (?:this|our|the) (?:repo|repository|project|codebase)|for (?:this|our) (?:repo|repository|project))\b/i
const LEAD_IN =
  /^(?:(?:please|so|and|ok(?:ay)?|also|note|important|remember(?: that| to)?|from now on|going forward|(?:in|for) (?:this|our|the) (?:repo|repository|project|codebase)|we)\b[\s,:!.–—-]*)+/i
const EMPHATIC = /\b(?:always|never|must|don'?t|do not|cannot)\b/i
const PAIR = /\b(?:use|prefer|run)\s+(.+?),?\s+(?:not|instead of|rather than|over)\s+(.+)$/i

/** How strongly a sentence of a person directs, or undefined where it directs nothing that lasts (§6.1). */
export function directiveStrength(sentence: string): Strength | undefined {
  if (sentence.length > 400 || /[?？]["'”)\]]*$/.test(sentence)) return undefined
  if (CJK_DURABLE.test(sentence) && !CJK_ONCE.test(sentence)) {
    return CJK_STRONG.test(sentence) ? 'strong' : 'normal'
  }
  const plain = sentence.replace(/[’]/g, "'")
  const stripped = plain.replace(LEAD_IN, '')
  const isOnce = ONE_OFF.test(plain)
  const hasVerb = VERB.test(plain)
  const pair = isOnce ? null : PAIR.exec(plain)
  if (pair !== null && hasLetter(pair[1]) && hasLetter(pair[2]))
    return EMPHATIC.test(plain) ? 'strong' : 'normal'
  const isDurable = DURABLE.test(plain)
  if (/^(?:always|never)\b/i.test(stripped) && hasVerb && (!isOnce || isDurable)) return 'strong'
  if (isDurable && hasVerb) return EMPHATIC.test(plain) ? 'strong' : 'normal'
  if (isOnce || !hasVerb) return undefined
  if (/\b(?:we|should|must|please)\b.{0,20}?\b(?:always|never)\b/i.test(plain)) return 'strong'
  if (/^you (?:must not|mustn't|may not|shall not)\b/i.test(stripped)) return 'strong'
  return /^(?:do not|don't)\b/i.test(stripped) ? 'weak' : undefined
}

function hasLetter(text: string | undefined): boolean {
  return text !== undefined && /[A-Za-z]/.test(text)
}
