/** What differs from run to run: ids, hashes and dates. */
const WILDCARD =
  /(pl_[0-9a-f]{4,32})|(rv_[0-9a-f]{12}|w_[0-9a-f]{8}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{8,64}\b)|(\d{4}-\d\d-\d\dT[\d:.]+Z)|(\d{4}-\d\d-\d\d)/g

type Kind = 'record' | 'id' | 'instant' | 'date'

export interface Wildcard {
  readonly kind: Kind
  readonly text: string
}

/** A text with its wildcards by kind, and those wildcards in their order. */
export interface Shape {
  readonly text: string
  readonly wildcards: readonly Wildcard[]
}

export function shapeOf(text: string): Shape {
  const wildcards: Wildcard[] = []
  const shape = replaceWildcards(text, (wildcard) => {
    wildcards.push(wildcard)
    return `<${wildcard.kind}>`
  })
  return { text: shape.trimEnd(), wildcards }
}

/** The text with each wildcard replaced by what is made of it. */
export function replaceWildcards(text: string, make: (wildcard: Wildcard) => string): string {
  return text.replace(WILDCARD, (found, record, id, instant) => {
    const kind = record ? 'record' : id ? 'id' : instant ? 'instant' : 'date'
    return make({ kind, text: found })
  })
}
