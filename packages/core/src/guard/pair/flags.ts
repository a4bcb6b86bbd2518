import { hasLists } from '../language/language.ts'
import type { Clash } from './clash.ts'
import type { Comparison } from './comparison.ts'
import { findContrast } from './contrast.ts'
import { isWithinEdits } from './edit-distance.ts'

const NEAR_EDITS = 2

/** What a person should see before two related texts become one, in alphabetical order. */
export function listFlags(
  comparison: Comparison,
  clashes: readonly Clash[],
  isAnotherDay: boolean,
): readonly string[] {
  const flags = Object.entries(FLAGS).filter(([, holds]) => holds(comparison, clashes))
  const names = flags.map(([name]) => name)
  return (isAnotherDay ? [...names, 'relative-time'] : names).sort()
}

type FlagTest = (comparison: Comparison, clashes: readonly Clash[]) => boolean

const FLAGS: Readonly<Record<string, FlagTest>> = {
  case: ({ a, b }) => differInCaseOnly(a.prepared, b.prepared),
  reordered: ({ hasSameWords, hasSameSequence }) => hasSameWords && !hasSameSequence,
  'near-identical': isNearIdentical,
  substituted: ({ a, b }) => findContrast(a, b) !== undefined,
  strength: ({ a, b }) => isStrengthened(a.classes.modality, b.classes.modality),
  only: ({ a, b }) => a.classes.quantifier.has('ONLY') !== b.classes.quantifier.has('ONLY'),
  degree: ({ a, b }) => a.classes.quantifier.has('APPROX') !== b.classes.quantifier.has('APPROX'),
  cmp: ({ a, b }, clashes) =>
    !isSameSet(a.classes.comparator, b.classes.comparator) && !clashes.some(({ type }) => type === 'cmp'),
  status: ({ a, b }) => a.classes.status.has('DONE') !== b.classes.status.has('DONE'),
  mixed: ({ onlyA, onlyB }, clashes) =>
    onlyA.length > 0 &&
    onlyB.length > 0 &&
    !clashes.some(({ type }) => type === 'mixed') &&
    clashes.length === 0,
  'extra-anchor': ({ hasSameSequence, onlyA, onlyB }) =>
    hasSameSequence && onlyA.length > 0 !== onlyB.length > 0,
  // Without lists nobody knows what is denied.
  language: ({ a, b }) => !hasLists(a.language) || !hasLists(b.language),
}

function differInCaseOnly(a: string, b: string): boolean {
  return a !== b && a.length === b.length && a.toLowerCase() === b.toLowerCase()
}

function isNearIdentical({ a, b, hasSameSequence, onlyA, onlyB }: Comparison): boolean {
  if (differInCaseOnly(a.prepared, b.prepared)) return false
  const hasSameContent = hasSameSequence && onlyA.length === 0 && onlyB.length === 0
  return hasSameContent || isWithinEdits(a.prepared, b.prepared, NEAR_EDITS)
}

function isStrengthened(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const isWeak = (set: ReadonlySet<string>): boolean => set.has('REC') && !set.has('OBL')
  return (isWeak(a) && b.has('OBL')) || (isWeak(b) && a.has('OBL'))
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member))
}
