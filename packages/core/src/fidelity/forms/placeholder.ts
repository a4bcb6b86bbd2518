import { tokenSize } from './token-size.ts'

/** How what was elided can be seen again. */
export type RecallWay = { readonly kind: 'handle'; readonly handle: string } | { readonly kind: 'run-again' }

/** Why a part is elided, where that tells the reader something. */
export type Note =
  | { readonly kind: 'superseded' | 'same'; readonly handle: string }
  | { readonly kind: 'error' }
  | { readonly kind: 'exit'; readonly code: number }

export interface PlaceholderFields {
  readonly subject: string
  readonly note?: Note
  /** Of the original. */
  readonly tokens: number
  readonly recall: RecallWay
  /** Names that the part holds, for the reader to know where they were. */
  readonly mentions?: string
}

/** The line that stands for a part. It holds nothing that another call would print otherwise. */
export function renderPlaceholder({ subject, note, tokens, recall, mentions }: PlaceholderFields): string {
  const fields = [
    subject,
    ...(note === undefined ? [] : [renderNote(note)]),
    `${tokenSize(tokens)} tok elided`,
    recall.kind === 'handle' ? `recall ${recall.handle}` : 're-run to see it again',
    ...(mentions === undefined || mentions === '' ? [] : [`mentions: ${mentions}`]),
  ]
  return `[${fields.join(' · ')}]`
}

function renderNote(note: Note): string {
  switch (note.kind) {
    case 'superseded':
      return `superseded by ${note.handle}`
    case 'same':
      return `same as ${note.handle}`
    case 'error':
      return 'error'
    case 'exit':
      return `exit ${note.code}`
    default:
      return note satisfies never
  }
}
