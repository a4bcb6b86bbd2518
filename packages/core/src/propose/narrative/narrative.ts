import type { EntryId } from '../../domain/ids.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import { renderRewriteResult } from '../../guard/rewrite/render-rewrite-result.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { wordStream } from '../../words/index-words.ts'
import { nameOf } from '../batches/batch.ts'
import { firstJsonObject } from '../first-json-object.ts'
import { isObject } from '../parse-groups.ts'
import { object, type Prompt, systemText, TEXT } from '../prompts/prompt.ts'

const schema = object({ text: TEXT })

export const NARRATE_PROMPT: Prompt = {
  name: 'narrate/1',
  schema,
  system: systemText(
    'Write the entries as one or more short paragraphs of prose that say all that they say, and nothing more, within the number of tokens that the first line names. No list, no heading.',
    schema,
    'Where it can’t be done, answer with an empty text.',
  ),
}

/** What the index lists for a category, and how much room that has. */
export interface NarratedCategory {
  readonly category: string
  /** Tokens, of the counter that the index is measured with. */
  readonly share: number
  readonly bullets: readonly { readonly id: EntryId; readonly text: string }[]
}

/** Prose stands for exactly these lines in this room. */
export function narrativeKey({ share, bullets }: NarratedCategory): string {
  return nameOf(
    `${NARRATE_PROMPT.name} ${share}`,
    bullets.map(({ id, text }) => `${id} ${text}`),
  )
}

export function parseNarrative(text: string): string | undefined {
  const answer = firstJsonObject(text)
  return isObject(answer) && typeof answer.text === 'string' ? answer.text.trim() : undefined
}

const LISTED = /^\s*(?:[-*+>#]|\d+\.)/m

/** Why the prose may not stand for the bullets; undefined where it may. */
export function narrativeFault(
  { share, bullets }: NarratedCategory,
  text: string,
  { recall, counter }: { readonly recall: number; readonly counter: TokenCounter },
): string | undefined {
  if (LISTED.test(text)) return 'it is a list'
  if (counter.count(text) > share) return `it has more than ${share} tokens`
  const result = checkRewrite({ kind: 'narrative', sources: bullets, output: text })
  if (result.verdict !== 'accept') return renderRewriteResult(result)
  const words = new Set(wordStream(text))
  const thin = bullets.find((bullet) => shareIn(wordStream(bullet.text), words) < recall)
  return thin === undefined ? undefined : `it carries too little of ${thin.id}`
}

function shareIn(words: readonly string[], text: ReadonlySet<string>): number {
  const own = new Set(words)
  return own.size === 0 ? 1 : [...own].filter((word) => text.has(word)).length / own.size
}
