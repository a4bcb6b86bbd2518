const OPENER =
  /^(?:no,|no\.|no\s|nope\b|wrong\b|that'?s (?:not|wrong)\b|not (?:that|this|like that)\b|actually\b|i (?:said|told you|meant|asked)\b|stop\b|you should(?:n'?t| not)? have\b|you (?:forgot|broke|missed)\b|again,|不对|不是|错了|我说的是|違う|そうじゃな|ちがう)/i
const HARMLESS = /^(?:no worries|no problem|no thanks|no need|no idea|no rush|no, thanks|not bad)\b/i
const SAID = /^i (?:said|meant)\b/i
const CARRIES =
  /\b(?:use|should|not|rename|lives?|run|put|write|keep|prefer|avoid|commit|push|add|call|name|import|install|mock|test|format|return|throw|log|create|delete|edit|touch|change|rebase|merge|squash|deploy|start|stop|set|pass|wrap|store|check|update)\b/i

/** What stands after the opener of a correction; undefined where a text corrects nothing (§6.2). */
export function correctionIn(text: string, hasAnchor: (rest: string) => boolean): string | undefined {
  const plain = text.trim().replace(/[’]/g, "'")
  const opener = OPENER.exec(plain)?.[0]
  if (opener === undefined || HARMLESS.test(plain)) return undefined
  const rest = plain
    .slice(opener.length)
    .replace(/^[\s,.:;!–—-]+/, '')
    .trim()
  const cjk = rest.match(/[㐀-鿿぀-ヿ가-힯]/g) ?? []
  if (SAID.test(plain) && rest !== '') return rest
  return cjk.length >= 2 || (rest !== '' && (CARRIES.test(rest) || hasAnchor(rest))) ? rest : undefined
}

const FOUND_WRONG =
  /\b(?:is|are|was|['’]s) (?:not (?:quite |entirely )?(?:correct|right|true|accurate)|incorrect|wrong)\s*[,:;–—-]+\s*(?:because |since |as )?(.{12,})$/i
const OBJECTION = /^(?:(?:yes|yeah|ok(?:ay)?|hmm+|well|right|sure)\b[\s,.]*)?but,?\s+(.{12,})$/i
const POINTED_AT = /^(.{4,120}?)\s*(?:<-+|<=|←)\s*(?:this|that|it) should (?:now )?(?:be|say|read) (.{3,})$/i
const CONTRAST =
  /\b(?:should be|is|are|it['’]s|means|use[sd]?|called|named|lives in)\s[^,]{2,80},\s+(?:and )?not\s.{2,}$/i
const OF_THE_DAY =
  /\b(?:i (?:think|guess|wonder|see|saw|don['’]?t|did|just|get|still|have|can)|can (?:you|we)|could (?:you|we)|let['’]s|please|maybe|perhaps|right now|yet|today|for now|looks?|seems?|would|not sure|do we|again)\b/i

/** What a sentence in the middle of an answer puts right; undefined where it puts nothing right. */
export function correctionWithin(sentence: string): string | undefined {
  const plain = sentence.trim().replace(/[’]/g, "'")
  if (/[?？:]$/.test(plain)) return undefined
  const pointed = POINTED_AT.exec(plain)
  if (pointed?.[1] !== undefined && pointed[2] !== undefined) return `"${pointed[1]}" should be ${pointed[2]}`
  const rest = FOUND_WRONG.exec(plain)?.[1] ?? OBJECTION.exec(plain)?.[1] ?? CONTRAST.exec(plain)?.input
  return rest === undefined || OF_THE_DAY.test(rest) ? undefined : rest
}
