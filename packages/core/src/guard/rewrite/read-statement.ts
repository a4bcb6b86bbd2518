import type { Token } from '../anchors/token.ts'
import { hasMoreCodePoints } from '../keys/has-more-code-points.ts'
import { MAX_SAFE_CODE_POINTS } from '../keys/safe-key.ts'
import { prepareText } from '../normalise/prepare-text.ts'
import {
  buildStatement,
  keysOf,
  longKeysOf,
  partsOf,
  type Statement,
  type StatementParts,
} from '../pair/statement.ts'

/** A statement with all that it was worked out from: a rewrite is checked word for word. */
export interface ReadStatement extends Omit<Statement, 'negation'>, StatementParts {
  /** Words as they stand, and with their sentence capital folded. */
  readonly rawForms: ReadonlySet<string>
  readonly lowerForms: ReadonlySet<string>
}

/** Reads all of a text, however long. */
export function readStatement(text: string): ReadStatement {
  const prepared = prepareText(text)
  const parts = partsOf(prepared)
  const isLong = hasMoreCodePoints(text, MAX_SAFE_CODE_POINTS)
  const keys = isLong ? longKeysOf(prepared) : keysOf(prepared, parts.scanned)
  const statement = buildStatement(prepared, keys, parts)
  const words = parts.scanned.tokens.filter(({ kind }) => kind === 'word')
  return {
    ...statement,
    scanned: parts.scanned,
    items: parts.items,
    negation: parts.negation,
    bindings: parts.bindings,
    rawForms: formsOf(words, ({ raw, folded }) => [raw, folded]),
    lowerForms: formsOf(words, ({ lower }) => [lower]),
  }
}

function formsOf(words: readonly Token[], list: (token: Token) => readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap(list))
}
