import { countSpecifics } from '../../../guard/specifics.ts'

/** Says by itself that a thing is as it is for good. */
const MEANT =
  /\b(?:that['’]s why (?:we|the)\b|on purpose\b|by design\b|intentional(?:ly)?\b|deliberate(?:ly)?\b|(?:single |only )?source of truth\b|(?:fallen|fell) out of favou?r\b|we(?:['’]ve| have) found that\b|(?:the|our) (?:\w+ )?(?:rule|convention|policy|principle|directive|standard|guideline) (?:here |for [\w ]+ )?is\b|(?:the )?convention is\b|(?:is|are) deprecated\b|stands for\b|is short for\b|(?:is|are) (?:always|never|only) (?:meant|supposed|allowed|to be)\b)/i
/** Says so of something that it names. */
const OF_SOMETHING_NAMED =
  /\b(?:(?:the|our) (?:idea|intent|intention|goal|point|purpose|expectation|plan) (?:here )?is\b|i(?:['’]d| would)? (?:much |really |strongly )?prefer\b|(?:should|must)(?:n['’]t| not| never| always| only)\b|(?:we|they|both|users?|agents?) (?:only|never|always|don['’]t|do not|no longer|can['’]t|cannot) (?!know|think|see|have|need|want|care|remember|understand|get)\w+|(?:is|are) (?:now )?(?:called|named|renamed to|known as)\b|\bin favou?r of\b|(?:is|are) (?:no longer|not) (?:used|supported|needed|allowed)\b|(?:can['’]t|cannot|should not|shouldn['’]t) (?:be|rely|change|depend|assume))/i
/** `checkpoint == what is saved in …` */
const DEFINITION = /^[`"']?[\w-]+(?: [\w-]+)?[`"']? ={2,3} \S+ \S+/
/** Of the day, of what is being done, or only wished. */
const OF_THE_DAY =
  /\b(?:yet|right now|for now|this time|today|tomorrow|yesterday|just (?:now|noticed|saw|did|tested)|in this (?:pr|branch|case|session|test)|the (?:pr|comment|review)|let['’]s|i['’]d like|can you|could you|please|maybe|perhaps|wondering|i (?:guess|wonder|assume|think|see|saw|noticed)|would be|seems?|looks?|worth|nervous|errors?|exit \d+)\b|\d{4}-\d\d-\d\d|:$/i

const LEAST_WORDS = 5

/** Whether a piece of what a person said tells how something is, and will be. */
export function explains(piece: string): boolean {
  if (OF_THE_DAY.test(piece) || piece.split(' ').length < LEAST_WORDS) return false
  return (
    MEANT.test(piece) ||
    DEFINITION.test(piece) ||
    (OF_SOMETHING_NAMED.test(piece) && countSpecifics(piece) > 0)
  )
}
