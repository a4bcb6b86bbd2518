import { TRANSCRIPT_FORMATS } from '@varve/core/sessions'
import type { SourceFile } from '../import-format.ts'
import { peekRows } from '../json-lines.ts'

/** Whether a file is an agent's record of a session: its lines are what was said, not what is known. */
export function isTranscript(file: SourceFile): boolean {
  const formats = TRANSCRIPT_FORMATS.filter(({ input }) => input === 'json')
  return peekRows(file).some(({ value }) => formats.some((format) => format.detect(value)))
}
