import { firstJsonObject } from '../../domain/first-json-object.ts'
import { sortedUnique } from '../../domain/order.ts'
import { systemText } from '../../domain/own-question.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import { renderRewriteResult } from '../../guard/rewrite/render-rewrite-result.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { wordStream } from '../../words/index-words.ts'
import { isObject } from '../parse-groups.ts'
import { object, type Prompt, TEXT } from '../prompts/prompt.ts'
import { NARRATE, type NarratedLines } from './narrative-key.ts'

const schema = object({ text: TEXT })

export const NARRATE_PROMPT: Prompt = {
  name: NARRATE,
  schema,
  system: systemText(
    'Write the entries as one or more short paragraphs of prose that say all that they say, and nothing more, within the number of tokens that the first line names. No list, no heading.',
    schema,
    'Where it can’t be done, answer with an empty text.',
  ),
}

export function parseNarrative(text: string): string | undefined {
  const answer = firstJsonObject(text)
  return isObject(answer) && typeof answer.text === 'string'
    ? answer.text.trim().replace(/\s*\n\s*/g, '\n')
    : undefined
}

/** What Markdown, or whoever reads the index, takes for more than prose. */
const NO_PROSE = /^\s*(?:[-*+>#=|<]|\d+[.)]|```|~~~)|<!--|-->/m

export interface NarrativeRules {
  /** Share of the words of each line that prose has to carry. */
  readonly recall: number
  readonly counter: TokenCounter
  /** Masks secrets. */
  readonly redact: (text: string) => string
}

export interface NarrativeFault {
  readonly codes: readonly string[]
  readonly detail: string
}

/** Why the prose may not stand for the lines; undefined where it may. */
export function narrativeFault(
  { share, bullets }: NarratedLines,
  text: string,
  { recall, counter, redact }: NarrativeRules,
): NarrativeFault | undefined {
  if (text === '') return fault('G14', 'the model wrote none')
  if (NO_PROSE.test(text)) return fault('G01', 'it is no prose')
  if (redact(text) !== text) return fault('G15', 'a secret')
  if (counter.count(`${text}\n`) > share) return fault('G13', `it has more than ${share} tokens`)
  const result = checkRewrite({ kind: 'narrative', sources: bullets, output: text })
  if (result.verdict !== 'accept') {
    const codes = sortedUnique(result.findings.map(({ code }) => code))
    return { codes, detail: renderRewriteResult(result) }
  }
  const words = new Set(wordStream(text))
  const thin = bullets.find((bullet) => shareIn(wordStream(bullet.text), words) < recall)
  return thin && fault('G07', `it carries too little of ${thin.id}`)
}

function fault(code: string, detail: string): NarrativeFault {
  return { codes: [code], detail }
}

function shareIn(words: readonly string[], text: ReadonlySet<string>): number {
  const own = new Set(words)
  return own.size === 0 ? 1 : [...own].filter((word) => text.has(word)).length / own.size
}
