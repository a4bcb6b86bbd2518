import { anchorKey } from '../../guard/anchors/anchor.ts'
import { readStatement } from '../../guard/rewrite/read-statement.ts'

/** A sentence or a line, as a digest may keep it. */
export interface Clause {
  readonly text: string
  readonly anchors: ReadonlySet<string>
  /** It denies something, or tells what came of a matter. */
  readonly isTelling: boolean
}

const ENDS = /(?<=[.!?。！？;；])\s+|\s*\n\s*/u
const WORDS = /[\p{L}\p{N}]+/gu
/** What a text says in whose middle something was found out or decided. */
const OUTCOMES: readonly string[] = [
  'went back',
  'revert',
  'reverted',
  'rolled back',
  'switched',
  'decided',
  'instead',
  'root cause',
  'fixed by',
  'turned out',
  'must',
]

export function splitClauses(text: string): readonly Clause[] {
  return text
    .split(ENDS)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .map(readClause)
}

function readClause(text: string): Clause {
  const { scanned, negation } = readStatement(text)
  const anchors = new Set(scanned.anchors.map(anchorKey))
  return { text, anchors, isTelling: negation.isAny || (anchors.size > 0 && tellsOutcome(text)) }
}

function tellsOutcome(text: string): boolean {
  const words = ` ${(text.toLowerCase().match(WORDS) ?? []).join(' ')} `
  return OUTCOMES.some((outcome) => words.includes(` ${outcome} `))
}
