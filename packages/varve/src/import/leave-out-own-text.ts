import { findOwnText, type Issue, OWN_WORDS, type OwnText, withoutOwnText } from '@varve/core'
import { decodeText } from './decode-text.ts'
import type { ImportDraft, ParsedImport, SourceFile } from './import-format.ts'

/**
 * A file without what Varve rendered into it, its other lines under their own numbers; undefined where
 * it is a rendered file as a whole.
 */
export function leaveOutOwnText(file: SourceFile, issues: Issue[]): SourceFile | undefined {
  if (!mayHoldOwnText(file.bytes)) return file
  const text = decodeText(file.bytes)
  // Of what is no UTF-8 each byte stands for itself, as the marks do.
  const encoding = text === undefined ? 'latin1' : 'utf8'
  const readable = text ?? Buffer.from(file.bytes).toString(encoding)
  const own = findOwnText(readable)
  if (own === undefined) return file
  issues.push(leftOut(file.path, own))
  if (own.isWhole) return undefined
  return { ...file, bytes: Buffer.from(withoutOwnText(readable, own), encoding) }
}

/** Drafts without what Varve rendered into their texts, which a file may hold escaped. */
export function leaveOutOwnDrafts(parsed: ParsedImport): ParsedImport {
  const issues: Issue[] = []
  const drafts = parsed.drafts.flatMap((draft): readonly ImportDraft[] => {
    const { content } = draft.fields
    const own = OWN_WORDS.some((word) => content.includes(word)) ? findOwnText(content) : undefined
    if (own === undefined) return [draft]
    issues.push(leftOut(draft.key.source, own))
    const rest = own.isWhole ? '' : withoutOwnText(content, own).trim()
    return rest === '' ? [] : [{ ...draft, fields: { ...draft.fields, content: rest } }]
  })
  return issues.length === 0 ? parsed : { ...parsed, drafts, issues: [...parsed.issues, ...issues] }
}

function mayHoldOwnText(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return OWN_WORDS.some((word) => buffer.includes(word))
}

function leftOut(path: string, { isWhole, parts, unclosed }: OwnText): Issue {
  const where = parts.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
  const what = isWhole
    ? `${path} is what Varve rendered from a memory; it was not taken in again`
    : `${path}: what Varve rendered there was not taken in again (lines ${where})`
  const open = `; the block of line ${unclosed.join(', ')} has no end, and what follows it was read`
  return {
    code: 'own_text',
    severity: unclosed.length > 0 ? 'warning' : 'info',
    subjects: [path],
    message: unclosed.length > 0 ? what + open : what,
    fix: [],
  }
}
