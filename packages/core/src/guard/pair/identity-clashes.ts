import type { Anchor, AnchorType } from '../anchors/anchor.ts'
import { SCOPE_SETS } from '../relations/exclusive/scope-sets.ts'
import { type Clash, renderSides } from './clash.ts'
import { areDisjoint, type Comparison, eachHasOwn } from './comparison.ts'
import { measureSimilarity } from './similarity.ts'

/** Types of anchors that name a subject. */
export const IDENTITY_TYPES: readonly AnchorType[] = [
  'id',
  'label',
  'date',
  'time',
  'url',
  'path',
  'code',
  'env',
  'flag',
  'str',
]

/** What something is, where it is not simply a fact. */
const OPEN_STATES = ['DROP', 'HYP', 'PLAN', 'PROG'] as const
const NEAR_REST = 0.5
const SCOPES = Object.keys(SCOPE_SETS)

/** What shows that two texts speak of two subjects. */
export function listIdentityClashes(comparison: Comparison): readonly Clash[] {
  return [
    ...anchorClashes(comparison),
    ...nameClashes(comparison),
    ...scopeClashes(comparison),
    ...statusClashes(comparison),
  ]
}

function anchorClashes({ onlyA, onlyB }: Comparison): readonly Clash[] {
  if (onlyA.length === 0 || onlyB.length === 0) return []
  return IDENTITY_TYPES.filter((type) => {
    const [a, b] = [ofType(onlyA, type), ofType(onlyB, type)]
    if (a.length === 0 || b.length === 0) return false
    return type === 'env' || type === 'flag' ? eachHasOwn(namesOf(a), namesOf(b)) : true
  }).map((type) => ({ kind: 'identity', type }))
}

function ofType(anchors: readonly Anchor[], type: AnchorType): readonly Anchor[] {
  return anchors.filter((anchor) => anchor.type === type)
}

/** Names of variables and flags without their values. */
export function namesOf(anchors: readonly Anchor[]): ReadonlySet<string> {
  return new Set(anchors.map(({ value }) => value.split('=')[0] ?? value))
}

/** Two names in mid-sentence; two that open their texts only where the rest is much the same. */
function nameClashes({ a, b, onlyA, onlyB }: Comparison): readonly Clash[] {
  if (onlyA.length === 0 || onlyB.length === 0) return []
  const [namesA, namesB] = [ofType(onlyA, 'name'), ofType(onlyB, 'name')]
  if (namesA.length === 0 || namesB.length === 0) return []
  const isInner = [...namesA, ...namesB].every(({ start }) => start > 0)
  const rest = (words: ReadonlySet<string>, names: readonly Anchor[]): ReadonlySet<string> => {
    const own = new Set(names.map(({ value }) => value))
    return new Set([...words].filter((word) => !own.has(word)))
  }
  const similarity = measureSimilarity(
    rest(a.wordSet, namesA.map(stemmed(a))),
    rest(b.wordSet, namesB.map(stemmed(b))),
  )
  return isInner || similarity.jaccard >= NEAR_REST ? [{ kind: 'identity', type: 'name' }] : []
}

/** A name as it stands among the words, which are stems. */
function stemmed({ nameStems }: Comparison['a']): (anchor: Anchor) => Anchor {
  return (anchor) => ({ ...anchor, value: nameStems.get(anchor.start) ?? anchor.value })
}

function scopeClashes({ a, b }: Comparison): readonly Clash[] {
  if (a.members.size === 0 || b.members.size === 0) return []
  return SCOPES.filter((set) => eachHasOwn(a.members.get(set) ?? NOTHING, b.members.get(set) ?? NOTHING)).map(
    (set) => ({ kind: 'identity', type: 'excl', detail: set }),
  )
}

function statusClashes({ a, b }: Comparison): readonly Clash[] {
  const [one, other] = [a.classes.status, b.classes.status]
  const isOpenOnOneSide = OPEN_STATES.some((state) => one.has(state) !== other.has(state))
  return areDisjoint(one, other) || isOpenOnOneSide
    ? [{ kind: 'identity', type: 'status', detail: renderSides(one, other) }]
    : []
}

const NOTHING: ReadonlySet<number> = new Set()
