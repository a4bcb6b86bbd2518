import type { Entry } from '../../domain/entry.ts'
import { prepareText } from '../../guard/normalise/prepare-text.ts'
import { partsOf, prepareStatement, type Statement } from '../../guard/pair/statement.ts'

/** An entry, what it says, and what that was worked out from. */
export interface Claim {
  readonly entry: Entry
  readonly statement: Statement
  readonly parts: ReturnType<typeof partsOf>
}

/** Reads an entry for what it claims. */
export function readClaim(entry: Entry): Claim {
  const { content } = entry
  return { entry, statement: prepareStatement(content), parts: partsOf(prepareText(content)) }
}
