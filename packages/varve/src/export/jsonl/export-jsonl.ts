import { by, byText } from '@varve/core'
import { renderEntryRow } from '../entry-row.ts'
import type { ExportedMemory, ExportFile } from '../export-file.ts'

/** One entry a line, by id. */
export function exportJsonl(memory: Pick<ExportedMemory, 'entries'>): readonly ExportFile[] {
  const lines = [...memory.entries]
    .sort(by((entry) => entry.id, byText))
    .map((entry) => `${JSON.stringify(renderEntryRow(entry))}\n`)
  return [{ path: 'entries.jsonl', text: lines.join('') }]
}
