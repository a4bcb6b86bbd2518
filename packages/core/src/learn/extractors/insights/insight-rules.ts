import { countSpecifics } from '../../../guard/specifics.ts'
import { isSelfContained } from '../self-contained.ts'

/** How things are bound to be. */
const LASTING =
  /\b(?:only (?:when|if|in|on|for|by|after|before|works?|supports?|runs?|accepts?|reads?|looks?)|never|always|cannot|can['’]t|must|by default|silently|requires?|(?:does|do)(?:n['’]t| not) (?:support|work|expose|allow|have|use|include|run|accept|return|read|follow|create|know)|not (?:supported|allowed)|unlike|relative to|unless|even (?:if|when|though)|exempt|depends? on|rel(?:y|ies) on|by convention|has no|needs to (?:run|be set)|takes precedence|overrides?|(?:is|are) (?:determined|stored|set|created|written|named|derived|generated) (?:by|in|as|from|when|under)|expects?|because|since|so that|to (?:prevent|avoid|ensure|distinguish)|even after|as long as|no longer (?!need)|is the (?:only|source|pattern|convention)|are the only|which means|means (?:that )?(?:the|a|an|no)|handles?|treats?|ignores?|skips?|falls back|defaults? to|returns? (?:nil|null|false|true|an? (?:error|empty)|exit code))\b|, not /i
/** Of what is being done, found wanting or put right: gone with the next change. */
const OF_THE_MOMENT =
  /\b(?:i|i['’](?:m|ll|ve|d)|me|my|let['’]s|you|your|we|we['’](?:re|ll|ve)|our|us|was|were|had|been|now|already|currently|just|newly|old|existing|should|would|could|might|may|missing|fail(?:ed|ing|ure)?|fails?(?! (?:if|when|because|on|unless))|broken|bugs?|fix(?:e[ds]|ing)?|issues?|problems?|updated?|changes|changing|(?<!(?:is|are|has|have)(?:n['’]t| not)? )changed?|added|adding|removed?|renamed?|simplified|refactor\w*|prs?|comments?|lines? \d+|this|that|these|those|here|above|below|approach|alternative|phase|step|todo|correct\w*|wrong|review\w*|suggest\w*|consider|verify|looks? (?:like|good)|seems?|good|great|done|fine|likely|probably|perhaps|same|following|conflicts?|option|somehow|instead of|warn(?:ing)? (?:because|since)|the (?:\w+ )?errors? (?:is|are)|makes sense|reason to|right|still|solution|complexity|(?:keep|kept) HEAD|parameter|reduced|need to|in the (?:new|old) \w+|\(low\)|no longer need\w*|isn['’]t showing|stuck|stays?|there(?:['’]s| is| are)|tests? expects?|the code needs|coverage|never (?:shown|displayed|used|read|validated|called)|but (?:the|never)|session \w?\d|user makes|silently ignored|can be|shows?|being|unfortunately|therefore|looking at|tests? pass|plan says|leave)\b|[✅❌🔴🟡⚠→]|->|=>|\d{3,}|:\d/iu
/** What a statement about something named begins with. */
const ABOUT_A_THING =
  /^(?:`[^`]+`|(?:the|an?|in|on|by|when|if|for|with) |\p{Lu}[\p{L}\d]*[\p{Lu}.]\w*|\p{Lu}[\w-]+(?:'s)? [a-z])/iu
/** Somebody is to do something, once. */
const ORDER =
  /^(?:leave|import|searching|with the \w+ \w+ (?:deleted|removed)|use|add|keep|make|run|check|set|move|return|create|update|remove|replace|skip|falls|gets?|needs?|then|minimal|looking|all|both|now|done|claude code then)\b/i
const LEAD_IN =
  /^(?:(?:so|and|but|also|note|root cause|the (?:root )?(?:cause|reason|issue|problem|insight) is(?: that)?|key (?:insight|finding)|the key (?:insight|point) is(?: that)?|because|importantly|confirmed|actually|basically)\b[\s,:.–—-]*)+/i
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/
/** A label before a fragment: `Archiving - copies, never moves`. */
const LABELLED = /^[^,.`]{2,60}(?: [-–—] |: )/
const [SHORTEST, LONGEST, LEAST_WORDS] = [40, 240, 7]

/** What a sentence of the agent says for good of something that it names; undefined where it says no such thing. */
export function insightIn(sentence: string): string | undefined {
  const text = sentence.replace(/\*\*/g, '').replace(LIST_MARK, '').replace(LEAD_IN, '').trim()
  const isOne =
    text.length >= SHORTEST &&
    text.length <= LONGEST &&
    text.split(' ').length >= LEAST_WORDS &&
    !/[:?]$/.test(text) &&
    !LABELLED.test(text) &&
    ABOUT_A_THING.test(text) &&
    !ORDER.test(text) &&
    LASTING.test(withoutCode(text)) &&
    !OF_THE_MOMENT.test(withoutCode(text)) &&
    countSpecifics(text) > 0 &&
    isSelfContained(withoutBackReferences(text))
  if (!isOne) return undefined
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** In the middle of a sentence about something named, `it` is that thing. */
function withoutBackReferences(text: string): string {
  return text.slice(0, SUBJECT) + text.slice(SUBJECT).replace(/\b(?:it|its|it['’]s|they|them)\b/gi, ' ')
}

const SUBJECT = 12

/** Names between code marks are no words of the sentence. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '`x`')
}
