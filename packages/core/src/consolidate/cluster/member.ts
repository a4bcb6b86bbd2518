import { est1 } from '../../counters/est1.ts'
import { wholeText } from '../../digest/metrics/evidence-kept.ts'
import { formatInstant } from '../../domain/instant.ts'
import { type AnchorType, anchorKey } from '../../guard/anchors/anchor.ts'
import type { TextContext } from '../../guard/pair/context.ts'
import { type ReadStatement, readStatement } from '../../guard/rewrite/read-statement.ts'
import type { KnownEntry } from '../known-entry.ts'
import { termsOf } from '../terms.ts'

/** An entry that may come under a digest, with its text read once. */
export interface Member {
  readonly known: KnownEntry
  readonly text: string
  readonly tokens: number
  readonly statement: ReadStatement
  readonly terms: readonly string[]
  /** Keys of all anchors, in the order of the text. */
  readonly anchors: readonly string[]
  /** Of those that tell what a text is about: no numbers, versions, dates or references. */
  readonly subjects: ReadonlySet<string>
  readonly context: TextContext
}

const SUBJECT_TYPES: ReadonlySet<AnchorType> = new Set(['path', 'env', 'flag', 'url', 'code', 'str'])

/** `p95` or `h2` is a measure or a mark, and not what a text is about. */
const MARK = /^code:[a-z]+\d+$/

export function readMember(known: KnownEntry): Member {
  const { entry } = known
  const text = wholeText(entry)
  const statement = readStatement(text)
  const { anchors } = statement.scanned
  return {
    known,
    text,
    tokens: est1.count(text),
    statement,
    terms: termsOf(statement.scanned.tokens),
    anchors: [...new Set(anchors.map(anchorKey))],
    subjects: new Set(
      anchors
        .filter(({ type }) => SUBJECT_TYPES.has(type))
        .map(anchorKey)
        .filter((key) => !MARK.test(key)),
    ),
    context: {
      scope: entry.scope,
      created: formatInstant(entry.created),
      ...(entry.key !== undefined && { key: entry.key }),
    },
  }
}
