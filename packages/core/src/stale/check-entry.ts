import { assertedTo, type Entry } from '../domain/entry.ts'
import { DAY_MS, type Instant } from '../domain/instant.ts'
import type { ProjectFiles } from '../ports/project-files.ts'
import { presentLines } from './mentions/present-lines.ts'
import { type Reference, referencesOf } from './references.ts'
import { STALE_RULES } from './rules/registry.ts'
import type { StaleCheck } from './stale-check.ts'

export interface StaleRequest {
  readonly files: ProjectFiles
  readonly now: Instant
  /** Days after which an entry is looked at again; 0: never. */
  readonly staleAfterDays: number
  /** How many files of an entry are looked into. */
  readonly maxFiles: number
}

/** What rules alone can tell of an entry: nothing is asked of a model, and nothing is opened that it doesn't name. */
export function checkEntry(entry: Entry, request: StaleRequest): StaleCheck {
  const { files, maxFiles } = request
  const lines = presentLines([entry.title, entry.summary, entry.content].join('\n'))
  const references = referencesOf({ entry, lines, files, most: maxFiles })
  const findings = STALE_RULES.flatMap((find) => find({ entry, lines, references, files }))
  const [broken] = findings
  const standing =
    broken === undefined ? standingOf(references, files) : { status: 'broken' as const, ...broken }
  const { status, rule, reason, file } = standing
  return {
    id: entry.id,
    version: entry.text_version,
    status,
    rule,
    reason,
    file,
    seen: seenIn(references),
    findings,
    isAging: isAging(entry, request),
  }
}

function seenIn(references: readonly Reference[]): readonly string[] {
  return references.flatMap(({ path, gone }) => (gone === undefined ? [path] : []))
}

type Standing = Pick<StaleCheck, 'status' | 'rule' | 'reason' | 'file'>

/** ST7 to ST9, of an entry that nothing breaks. */
function standingOf(references: readonly Reference[], files: ProjectFiles): Standing {
  const hashed = references.filter(({ hash }) => hash !== undefined)
  const changed = hashed.find(({ path, hash }) => files.hashOf(path) !== hash)
  if (changed !== undefined) {
    const { path } = changed
    return { status: 'changed', rule: 'ST7', reason: `file changed: ${path}`, file: path }
  }
  const [first] = references
  if (first !== undefined && hashed.length === references.length) {
    return { status: 'fresh', rule: 'ST8', reason: 'files unchanged', file: first.path }
  }
  return first === undefined
    ? { status: 'unknown', rule: 'ST9', reason: 'no reference found', file: undefined }
    : { status: 'unknown', rule: 'ST9', reason: 'no hash of what it refers to', file: first.path }
}

/** ST10 */
function isAging(entry: Entry, { now, staleAfterDays }: StaleRequest): boolean {
  if (entry.valid_to !== undefined && entry.valid_to < now) return true
  return staleAfterDays > 0 && now - assertedTo(entry) > staleAfterDays * DAY_MS
}
