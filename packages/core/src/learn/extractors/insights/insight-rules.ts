import { countSpecifics } from '../../../guard/specifics.ts'
import { isSelfContained } from '../self-contained.ts'
import { anyOf, beginsWith, LASTING, LEAD_INS, OF_THE_MOMENT, ORDERS } from './insight-words.ts'

const IS_LASTING = anyOf(LASTING)
const IS_OF_THE_MOMENT = anyOf(OF_THE_MOMENT)
/** The same, by marks: of a log, a list, a place in a file. */
const MARKED = /[✅❌🔴🟡⚠→]|->|=>|\d{3,}|:\d/u
/** What a statement about something named begins with. */
const ABOUT_A_THING =
  /^(?:`[^`]+`|(?:the|an?|in|on|by|when|if|for|with) |\p{Lu}[\p{L}\d]*[\p{Lu}.]\w*|\p{Lu}[\w-]+(?:'s)? [a-z])/iu
const IS_ORDER = beginsWith(ORDERS)
const LEAD_IN = beginsWith(LEAD_INS, String.raw`[\s,:.–—-]*`, '+')
const LIST_MARK = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/
/** A label before a fragment: `Archiving - copies, never moves`. */
const LABELLED = /^[^,.`]{2,60}(?: [-–—] |: )/
const [SHORTEST, LONGEST, LEAST_WORDS] = [40, 240, 7]

/** What a sentence of the agent says for good of something that it names; undefined where it says no such thing. */
export function insightIn(sentence: string): string | undefined {
  const text = sentence.replace(/\*\*/g, '').replace(LIST_MARK, '').replace(LEAD_IN, '').trim()
  const words = withoutCode(text)
  const isOne =
    text.length >= SHORTEST &&
    text.length <= LONGEST &&
    text.split(' ').length >= LEAST_WORDS &&
    !/[:?]$/.test(text) &&
    !LABELLED.test(text) &&
    ABOUT_A_THING.test(text) &&
    !IS_ORDER.test(text) &&
    (IS_LASTING.test(words) || words.includes(', not ')) &&
    !IS_OF_THE_MOMENT.test(words) &&
    !MARKED.test(words) &&
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
