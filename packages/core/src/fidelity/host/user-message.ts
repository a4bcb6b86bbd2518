import type { DraftMessage, DraftPart } from './draft.ts'
import { isTypedText } from './typed-text.ts'

/** The messages of one that a host sends as the user's: results become messages of their own. */
export function userMessages(parts: readonly DraftPart[], raw: unknown): readonly DraftMessage[] {
  return runsOf(parts).map((run) =>
    run[0]?.kind === 'tool_result' ? { role: 'tool', parts: run, human: false, raw } : userMessage(run, raw),
  )
}

/** A message of the user: a person's where some text in it may have been typed. */
export function userMessage(parts: readonly DraftPart[], raw: unknown): DraftMessage {
  const human = parts.some((part) => part.kind === 'text' && isTypedText(part.text))
  return { role: 'user', parts, human, raw }
}

/** Runs of parts that are all results, or none is. */
function runsOf(parts: readonly DraftPart[]): readonly (readonly DraftPart[])[] {
  const runs: DraftPart[][] = []
  let isResults: boolean | undefined
  for (const part of parts) {
    const isResult = part.kind === 'tool_result'
    if (isResult === isResults) runs.at(-1)?.push(part)
    else runs.push([part])
    isResults = isResult
  }
  return runs.length === 0 ? [[]] : runs
}
