import type { Transcript } from '../../fidelity/transcripts/transcript.ts'

/** What an agent puts before a question that was handed to it. */
const MOST_BEFORE = 4

/** Whether a session is a model call of ours: it begins with a question that Varve itself wrote. */
export function isOwnCall({ segments }: Transcript, isOwnQuestion: (text: string) => boolean): boolean {
  const asked = (segments[0]?.window.messages ?? []).filter(({ role }) => role === 'user')
  return asked.slice(0, MOST_BEFORE).some(({ parts }) => parts.some(({ text }) => isOwnQuestion(text)))
}
