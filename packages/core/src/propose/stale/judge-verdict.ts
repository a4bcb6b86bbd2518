import { firstJsonObject } from '../../domain/first-json-object.ts'
import type { EntryId } from '../../domain/ids.ts'
import { checkRewrite } from '../../guard/rewrite/check-rewrite.ts'
import { isObject } from '../parse-groups.ts'
import { aliasOf } from '../prompts/prompt.ts'
import { collapsed, quotable } from './snippet.ts'
import type { Doubt, ShownFile } from './stale-question.ts'

export const VERDICTS = ['accurate', 'stale', 'unsure'] as const

export interface AnsweredVerdict {
  readonly id: string
  readonly verdict: (typeof VERDICTS)[number]
  readonly file: string
  readonly quote: string
  readonly reason: string
}

/** What is made of an answer: `unsure` wherever it can't be borne out by what was shown. */
export interface StaleVerdict {
  readonly id: EntryId
  readonly doubt: Doubt
  readonly verdict: (typeof VERDICTS)[number]
  readonly reason: string
  readonly evidence?: ShownFile & { readonly quote: string }
  /** The reason names what neither the entry nor the lines do. */
  readonly isUnverified?: true
}

const SHORTEST_QUOTE = 8
const LONGEST_REASON = 300

export function parseVerdicts(text: string): readonly AnsweredVerdict[] | undefined {
  const answer = firstJsonObject(text)
  const verdicts = isObject(answer) ? answer.verdicts : undefined
  if (!Array.isArray(verdicts)) return undefined
  const parsed = verdicts.map(parseVerdict)
  return parsed.every((verdict) => verdict !== undefined) ? parsed : undefined
}

function parseVerdict(value: unknown): AnsweredVerdict | undefined {
  if (!isObject(value)) return undefined
  const { id, file = '', quote = '', reason = '' } = value
  const verdict = VERDICTS.find((known) => known === value.verdict)
  if (verdict === undefined || typeof id !== 'string') return undefined
  if (typeof file !== 'string' || typeof quote !== 'string' || typeof reason !== 'string') return undefined
  return { id, verdict, file, quote, reason }
}

/** One verdict an entry that was asked about. */
export function judgeVerdicts(
  doubts: readonly Doubt[],
  answered: readonly AnsweredVerdict[],
): readonly StaleVerdict[] {
  return doubts.map((doubt, place) => {
    const said = answered.find(({ id }) => id === aliasOf(place))
    return said === undefined ? unsure(doubt, 'nothing was said of it') : judgeVerdict(doubt, said)
  })
}

function judgeVerdict(doubt: Doubt, { verdict, file, quote, reason }: AnsweredVerdict): StaleVerdict {
  if (verdict === 'unsure') return unsure(doubt, 'the lines don’t settle it')
  const shown = doubt.files.find(({ path }) => path === file)
  if (shown === undefined) return unsure(doubt, 'it names a file that was not shown')
  const wanted = collapsed(quote)
  if (wanted.length < SHORTEST_QUOTE || !quotable(shown.snippet).includes(wanted)) {
    return unsure(doubt, 'its quote is not in the file')
  }
  if (reason.length > LONGEST_REASON || /[\r\n]/.test(reason)) return unsure(doubt, 'its reason is no line')
  const evidence = { ...shown, quote: wanted }
  if (verdict === 'accurate') return { id: doubt.entry.id, doubt, verdict, reason, evidence }
  return { id: doubt.entry.id, doubt, verdict, evidence, ...judgeReason(doubt, shown, reason) }
}

function unsure(doubt: Doubt, reason: string): StaleVerdict {
  return { id: doubt.entry.id, doubt, verdict: 'unsure', reason }
}

/** A reason of the model's own words where it invents nothing; else only that the file says otherwise. */
function judgeReason(
  { entry, files }: Doubt,
  { path }: ShownFile,
  reason: string,
): Pick<StaleVerdict, 'reason' | 'isUnverified'> {
  const sources = [
    { id: entry.id, text: entry.content },
    ...files.map((file) => ({ id: file.path, text: `${file.path}\n${quotable(file.snippet)}` })),
  ]
  const { verdict } = checkRewrite({ kind: 'reason', sources, output: reason })
  if (verdict === 'accept') return { reason }
  if (verdict === 'review') return { reason, isUnverified: true }
  return { reason: `${path} says otherwise`, isUnverified: true }
}
