import { by, byText, type EntryId, type Issue, LINK_INVERSES, type Link, type StoreReader } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { ontologyOf } from './check-entries.ts'

/** Types that order what they link: going round in a circle they say nothing. */
const ORDERING = ['part-of', 'follows']
const OWN_TYPES = new Set([...Object.keys(LINK_INVERSES), ...Object.values(LINK_INVERSES)])

/** Links to nothing, of no known type, or that can't be meant. */
export function checkLinks(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const links = reader.links({})
  return [
    ...brokenLinks(reader, links),
    ...selfLinks(links),
    ...ORDERING.flatMap((type) => circles(type, links)),
    ...unknownTypes(reader, links),
  ]
}

function brokenLinks(reader: StoreReader, links: readonly Link[]): readonly Issue[] {
  const known = new Map<EntryId, boolean>()
  const isKnown = (id: EntryId): boolean => {
    const found = known.get(id) ?? reader.entry(id) !== undefined
    known.set(id, found)
    return found
  }
  return links
    .filter(({ to }) => !isKnown(to))
    .map(({ from, to, type, source }) => ({
      code: 'broken_link',
      severity: 'warning',
      subjects: [from, to],
      message: `${from} leads to ${to} (${type}), which is not here; the link is kept, and works when that arrives`,
      fix: source === 'typed' ? [`varve link remove ${from} ${to} --type ${type}`] : [`varve edit ${from}`],
    }))
}

function selfLinks(links: readonly Link[]): readonly Issue[] {
  return links
    .filter(({ from, to }) => from === to)
    .map(({ from, type }) => misuse(type, [from], [[from, from]]))
}

/** Every circle of links of one type, once: the members of it, from the smallest id on. */
function circles(type: string, links: readonly Link[]): readonly Issue[] {
  const next = Map.groupBy(
    links.filter((link) => link.type === type && link.from !== link.to),
    ({ from }) => from,
  )
  const done = new Set<EntryId>()
  const issues: Issue[] = []
  for (const start of [...next.keys()].sort(byText)) {
    const path: EntryId[] = []
    const places = new Map<EntryId, number>()
    const open: { readonly id: EntryId; left: readonly EntryId[] }[] = []
    const enter = (id: EntryId): void => {
      places.set(id, path.push(id) - 1)
      open.push({ id, left: (next.get(id) ?? []).map(({ to }) => to) })
    }
    if (!done.has(start)) enter(start)
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const [to, ...left] = top.left
      top.left = left
      if (to === undefined) {
        open.pop()
        path.pop()
        places.delete(top.id)
        done.add(top.id)
        continue
      }
      const place = places.get(to)
      if (place !== undefined) issues.push(circle(type, path.slice(place)))
      else if (!done.has(to)) enter(to)
    }
  }
  return issues
}

function circle(type: string, ids: readonly EntryId[]): Issue {
  const edges = ids.map((id, index) => [id, ids[(index + 1) % ids.length] ?? id] as const)
  return misuse(type, [...ids].sort(byText), edges)
}

function misuse(
  type: string,
  subjects: readonly EntryId[],
  edges: readonly (readonly [EntryId, EntryId])[],
): Issue {
  return {
    code: 'semantic_link_misuse',
    severity: 'warning',
    subjects,
    message:
      subjects.length === 1
        ? `${subjects[0]} is linked to itself (${type})`
        : `${subjects.join(', ')} are linked in a circle (${type})`,
    fix: edges.map(([from, to]) => `varve link remove ${from} ${to} --type ${type}`).sort(byText),
  }
}

/** One issue a type: a word that many links have is one word. */
function unknownTypes(reader: StoreReader, links: readonly Link[]): readonly Issue[] {
  const ontology = ontologyOf(reader)
  if (ontology === undefined) return []
  const own = ontology.mode === 'default' ? {} : ontology.link_types
  const configured = new Set([
    ...Object.keys(ontology.link_types),
    ...Object.values(ontology.link_types).flatMap(({ inverse }) => inverse ?? []),
  ])
  const isKnown = (type: string): boolean =>
    configured.has(type) ||
    (ontology.mode !== 'replacement' && OWN_TYPES.has(type)) ||
    Object.hasOwn(own, type)
  const unknown = Map.groupBy(
    links.filter(({ type, source }) => source === 'typed' && !isKnown(type)),
    ({ type }) => type,
  )
  return [...unknown].sort(by(([type]) => type, byText)).map(([type, of]) => ({
    code: 'unknown_link_type',
    severity: 'warning',
    subjects: [type],
    message: `${of.length} ${of.length === 1 ? 'link is' : 'links are'} of type ${type}, which config.toml of the store doesn’t name`,
    fix: of.slice(0, 3).map(({ from }) => `varve link list ${from}`),
  }))
}
