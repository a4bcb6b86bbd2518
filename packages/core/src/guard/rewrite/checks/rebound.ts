import { type Anchor, anchorKey } from '../../anchors/anchor.ts'
import type { Binding } from '../../relations/binding/find-bindings.ts'
import type { PreparedRewrite, PreparedSource } from '../prepared-rewrite.ts'
import { standsIn } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'
import { showAnchor } from '../show-anchor.ts'

const MEASURES: readonly string[] = ['num', 'ver', 'date', 'time', 'id', 'label']
const NOT_VALUES: readonly string[] = ['name', 'kebab']

/** No value is said of another thing than in its source (MG-32). */
export const checkRebound: RewriteCheck = (rewrite) => {
  const source = indexBindings(rewrite)
  const moved = rewrite.output.bindings.list
    .filter((binding) => isMoved(binding, source))
    .map(({ anchor }) => anchor)
  const parted = standsIn(rewrite.kind) ? rewrite.sources.flatMap((one) => findParted(one, rewrite)) : []
  return [...new Set([...moved, ...parted])].map((anchor) =>
    finding('rebound', 'reject', showAnchor(anchor, rewrite.limits)),
  )
}

/** Values of the sources by what they are said of. */
interface SourceBindings {
  readonly keys: ReadonlySet<string>
  readonly byHead: ReadonlyMap<string, ReadonlySet<string>>
  readonly byWordBefore: ReadonlyMap<string, ReadonlySet<string>>
}

function indexBindings({ sources }: PreparedRewrite): SourceBindings {
  const keys = new Set<string>()
  const byHead = new Map<string, Set<string>>()
  const byWordBefore = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, name: string, key: string): void => {
    const known = map.get(name)
    if (known === undefined) map.set(name, new Set([key]))
    else known.add(key)
  }
  for (const { anchor, head, before } of sources.flatMap(({ statement }) => statement.bindings.list)) {
    const key = anchorKey(anchor)
    keys.add(key)
    if (anchor.type === 'num' && head !== undefined) add(byHead, head, key)
    if (before !== undefined) add(byWordBefore, `${anchor.type} ${before}`, key)
  }
  return { keys, byHead, byWordBefore }
}

/** Its head has other values only, or the word before it belongs to another value of its type. */
function isMoved({ anchor, head, before }: Binding, source: SourceBindings): boolean {
  const key = anchorKey(anchor)
  if (NOT_VALUES.includes(anchor.type) || !source.keys.has(key)) return false
  const ofHead = anchor.type === 'num' && head !== undefined ? source.byHead.get(head) : undefined
  if (ofHead !== undefined) return !ofHead.has(key)
  if (before === undefined || anchor.type === 'code') return false
  const ofWord = source.byWordBefore.get(`${anchor.type} ${before}`)
  return ofWord !== undefined && !ofWord.has(key)
}

/**
 * Two values of one source stand together in it. In the output one of them stands nearer to a
 * like value of another source: `210 ms in run 42` from `210 ms in run 41`.
 */
function findParted(source: PreparedSource, { output }: PreparedRewrite): readonly Anchor[] {
  const own = source.statement.anchors.filter(({ type }) => MEASURES.includes(type))
  const ownKeys = new Set(own.map(anchorKey))
  const measures = output.anchors.filter(({ type }) => MEASURES.includes(type))
  if (own.length < 2 || own.length * measures.length > MAX_MEASURES) return []
  return measures.filter((anchor, index) => {
    if (!ownKeys.has(anchorKey(anchor))) return false
    const partners = own.filter(({ type }) => type !== anchor.type)
    return partners.some((partner) => isFurther(partner, index, measures, ownKeys))
  })
}

const MAX_MEASURES = 10_000

function isFurther(
  partner: Anchor,
  index: number,
  measures: readonly Anchor[],
  ownKeys: ReadonlySet<string>,
): boolean {
  const distance = (isWanted: (anchor: Anchor) => boolean): number =>
    measures.reduce(
      (least, anchor, at) =>
        at !== index && isWanted(anchor) ? Math.min(least, Math.abs(at - index)) : least,
      Infinity,
    )
  const ofType = (anchor: Anchor): boolean => anchor.type === partner.type
  const toOwn = distance((anchor) => ofType(anchor) && ownKeys.has(anchorKey(anchor)))
  const toOther = distance((anchor) => ofType(anchor) && !ownKeys.has(anchorKey(anchor)))
  return toOwn !== Infinity && toOther < toOwn
}
