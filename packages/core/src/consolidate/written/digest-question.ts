import { wholeText } from '../../digest/metrics/evidence-kept.ts'
import { assertedTo, type Entry } from '../../domain/entry.ts'
import { firstJsonObject } from '../../domain/first-json-object.ts'
import { formatDate } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import { systemText } from '../../domain/own-question.ts'
import type { ModelRequest } from '../../ports/model.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { ReportedCluster } from '../report.ts'

const LONGEST_NOTE = 1500
const MOST_ANSWER_TOKENS = 400

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** Another text has another name. */
export const DIGEST_PROMPT = {
  name: 'digest/2',
  schema: SCHEMA,
  system: systemText(
    'Compress the entries without distorting them: write 2 to 4 sentences that stand for all of them, with what was tried, what worked and what changed, in the order of events.',
    SCHEMA,
    'Write no preamble.',
  ),
} as const

/** What a model is asked about one cluster. Its texts are masked, and name no id of the memory. */
export function digestQuestion(
  reader: StoreReader,
  { digest, ids }: ReportedCluster,
  redact: (text: string) => string,
): Omit<ModelRequest, 'timeoutMs'> {
  const members = ids.flatMap((id) => reader.entry(id) ?? []).sort(oldestFirst)
  return {
    task: digest,
    prompt: DIGEST_PROMPT.name,
    system: DIGEST_PROMPT.system,
    user: members.map((entry, at) => noteLine(entry, at + 1, redact)).join('\n'),
    schema: DIGEST_PROMPT.schema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
  }
}

const oldestFirst = inOrder<Entry>(
  by(assertedTo, byNumber),
  by(({ id }) => id, byText),
)

function noteLine(entry: Entry, number: number, redact: (text: string) => string): string {
  const text = [...redact(wholeText(entry))].slice(0, LONGEST_NOTE).join('')
  return `[${number}] ${formatDate(assertedTo(entry))} ${JSON.stringify(text)}`
}

/** The text of an answer: of the object that was asked for, or all of it where a model gave only that. */
export function parseDigestAnswer(answer: string): string {
  const object = firstJsonObject(answer)
  // Plain text, as was not asked for, is judged all the same.
  if (object === undefined) return answer.trim()
  return 'text' in object && typeof object.text === 'string' ? object.text.trim() : ''
}
