import type { EntryId, VersionId } from '../domain/ids.ts'

/** Rules of the check that needs no model, by their names in the reference. */
export const STALE_RULE_NAMES = [
  'ST1',
  'ST2',
  'ST3',
  'ST4',
  'ST5',
  'ST6',
  'ST7',
  'ST8',
  'ST9',
  'ST10',
] as const
export type StaleRule = (typeof STALE_RULE_NAMES)[number]

/**
 * `broken`: something that the entry names is gone. `changed`: a file it rests on is another since.
 * `fresh`: every such file is the same, byte for byte. `unknown`: it names nothing that can be looked at.
 */
export const STALE_STATUSES = ['fresh', 'broken', 'changed', 'unknown'] as const
export type StaleStatus = (typeof STALE_STATUSES)[number]

/** Something that an entry says and the project no longer bears out. */
export interface StaleFinding {
  readonly rule: StaleRule
  /** `script gone: typecheck` */
  readonly reason: string
  /** Where it was looked for. */
  readonly file: string
  /** What the entry says, where another word would mend it. */
  readonly instead?: { readonly says: string; readonly now: string }
}

export interface StaleCheck {
  readonly id: EntryId
  /** The version whose text was looked at. */
  readonly version: VersionId
  readonly status: StaleStatus
  /** The rule that decided the status. */
  readonly rule: StaleRule
  readonly reason: string
  /** The file that decided it; undefined where there is none. */
  readonly file: string | undefined
  /** Files and folders that it names and that are there. */
  readonly seen: readonly string[]
  /** All that is broken, in the order in which the entry says it. */
  readonly findings: readonly StaleFinding[]
  /** Older than the age at which an entry is looked at again, or past its end. */
  readonly isAging: boolean
}
