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
