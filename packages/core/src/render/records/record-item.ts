import type { ValueLineType } from './record-line.ts'

/** One line of the records format, or one body, as data. */
export type RecordItem =
  | {
      readonly type: ValueLineType
      readonly positional: readonly string[]
      readonly fields: Readonly<Record<string, string>>
    }
  | { readonly type: 'S'; readonly id: string; readonly text: string }
  | { readonly type: 'W'; readonly text: string }
  | { readonly type: 'B'; readonly id: string; readonly body: string }
