import type { Instant } from '../../domain/instant.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'

/** Text that an import could not make an entry of: kept, named, never dropped. */
export interface QuarantinedItem {
  readonly format: string
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** Bytes from the start of the file. */
  readonly offset: number
  readonly reason: string
  /** The item as it stood; bytes that are not UTF-8 are kept in base64. */
  readonly text: string
  readonly encoding: 'utf8' | 'base64'
  readonly at: Instant
}

/** By file, line, offset, then time. */
export const quarantineOrder = inOrder<QuarantinedItem>(
  by((item) => item.file, byText),
  by((item) => item.line, byNumber),
  by((item) => item.offset, byNumber),
  by((item) => item.at, byNumber),
)

/** What imports set aside. */
export interface QuarantineReads {
  quarantine(): readonly QuarantinedItem[]
}

/** An import of a file speaks for all of it. */
export interface QuarantineWrites {
  /** Puts `items` in the place of what lay in quarantine from these files. */
  replaceQuarantine(files: ReadonlySet<string>, items: readonly QuarantinedItem[]): void
}
