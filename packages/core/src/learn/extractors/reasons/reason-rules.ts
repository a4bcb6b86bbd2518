import { countSpecifics } from '../../../guard/specifics.ts'

/** What was done, as it is told afterwards. */
const DONE =
  /^(?:(?:we|i)(?:['’]ve)? )?(?:added|adds|replaced|replaces|changed|switched|kept (?!head)|keeps|used|uses|using|moved|extracted|introduced|made|wrapped|split|dropped|skips|excluded|pinned|avoided|avoids|chose|renamed|disabled|enabled|normali[sz]ed|resolved|limited|escaped|guarded|preserved|inlined|cached|deferred|set|sets)\b/i
/** Why. */
const WHY =
  /\b(?:because|since|so that|so (?:the|a|an|we|it|they|users?|tests?|`)|to (?:avoid|prevent|ensure|match|keep|preserve|respect|allow|support|make sure|stop|guard|work around|distinguish|handle)|(?:which|as|otherwise)[^,]* (?:would|can['’]t|cannot|doesn['’]t|don['’]t|needs?|requires?|must)|in order to|consistent with|matching the (?:\w+ )?pattern|instead of .* (?:because|since|so|which|to) )/i
const OF_THE_MOMENT =
  /\b(?:comments?|review(?:er|ers|ed)?|feedback|pr|prs|#\d+|lines? \d+|tests? (?:pass|fail|to|for)|unused|lint(?:er)?(?: errors?| warnings?)?|todo|typo|conflicts?|rebase|placeholder|mock|your|you|this|these|those|above|below|here|now passes)\b|[✅❌→]|->|=>|\d{3,}/i
const LABEL = /^(\*\*[^*]{2,80}\*\*|`[^`]{2,80}`)\s*(?:\([^)]{0,60}\)\s*)?(?:[-–—:]|:\s)\s*/
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/
const [SHORTEST, LONGEST, LEAST_WORDS, LEAST_SPECIFICS] = [50, 280, 9, 1]

/** What a sentence of the agent says that it did, with why; undefined where it gives no reason. */
export function reasonIn(sentence: string): string | undefined {
  const listed = sentence.replace(LIST_MARK, '').trim()
  const label = LABEL.exec(listed)
  const told = listed.slice(label?.[0].length ?? 0).replaceAll('**', '')
  const name = (label?.[1] ?? '').replaceAll('**', '').replace(/:$/, '')
  const content = name.includes('`') || /[./\w]+\.\w+$/.test(name) ? `${name}: ${told}` : told
  const isOne =
    DONE.test(told) &&
    WHY.test(told) &&
    content.length >= SHORTEST &&
    content.length <= LONGEST &&
    told.split(' ').length >= LEAST_WORDS &&
    countSpecifics(content) >= LEAST_SPECIFICS &&
    !OF_THE_MOMENT.test(content.replace(/`[^`]*`/g, '`x`')) &&
    !/[:?]$/.test(told)
  if (!isOne) return undefined
  return name === '' || content === told ? told.charAt(0).toUpperCase() + told.slice(1) : content
}
