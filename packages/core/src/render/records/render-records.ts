import { recordBody } from './record-body.ts'
import type { RecordItem } from './record-item.ts'
import { recordLine, summaryLine, warningLine } from './record-line.ts'

/** The whole output: `parseRecords` gives the same items back. */
export function renderRecords(items: Iterable<RecordItem>): string {
  return Array.from(items, (item) => `${renderItem(item)}\n`).join('')
}

function renderItem(item: RecordItem): string {
  switch (item.type) {
    case 'S':
      return summaryLine(item.id, item.text)
    case 'W':
      return warningLine(item.text)
    case 'B':
      return recordBody(item.id, item.body)
    default:
      return recordLine(item.type, item.positional, item.fields)
  }
}
