/**
 * A reason why two texts cannot be one. `identity`: they speak of two subjects. `value`: of one
 * subject they say two things.
 */
export interface Clash {
  readonly kind: 'identity' | 'value'
  /** As `num` or `excl`. */
  readonly type: string
  /** What exactly clashes, the same from both sides. */
  readonly detail?: string
}

/** As it stands among the reasons of a result. */
export function renderClash({ kind, type, detail }: Clash): string {
  return detail === undefined ? `${kind}:${type}` : `${kind}:${type}:${detail}`
}

/** Two groups of classes, the same from both sides. */
export function renderSides(a: ReadonlySet<string>, b: ReadonlySet<string>): string {
  const name = (set: ReadonlySet<string>): string => [...set].sort().join('+')
  return [name(a), name(b)]
    .sort()
    .filter((side) => side !== '')
    .join('/')
}
