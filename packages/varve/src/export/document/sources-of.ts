import { by, byText, type Entry, inOrder, type JsonObject } from '@varve/core'
import { memberOf, objectsMember, textMember } from '../../import/json-members.ts'
import type { DocumentEntry } from './document.ts'

/** Something that entries rest on outside of the memory. */
export interface CitedSource {
  readonly url: string
  readonly title?: string
  readonly accessed?: string
}

/** The sources that an entry names: with a title where it has one, else by address alone. */
export function sourcesOf({ extra, refs }: Entry): readonly CitedSource[] {
  const members: JsonObject = extra ?? {}
  const single = textMember(members, 'source')
  const stated = objectsMember(members, 'sources').flatMap((source): readonly CitedSource[] => {
    const [url, title, accessed] = ['url', 'title', 'accessed'].map((name) => textMember(source, name))
    if (url === undefined) return []
    return [
      { url, ...(title === undefined ? {} : { title }), ...(accessed === undefined ? {} : { accessed }) },
    ]
  })
  const plain = memberOf(members, 'sources')
  const listed = Array.isArray(plain)
    ? plain.filter((source): source is string => typeof source === 'string')
    : []
  return [
    ...stated,
    ...[...(single === undefined ? [] : [single]), ...listed].map((url) => ({ url })),
    ...refs.flatMap(({ url }) => (url === undefined ? [] : [{ url }])),
  ]
}

export interface Citation extends CitedSource {
  /** Ids of the entries that name it. */
  readonly by: readonly string[]
}

/** Every source once, by address; what an entry stands for is asked too. */
export function citationsOf(entries: readonly DocumentEntry[]): readonly Citation[] {
  const found = new Map<string, { readonly source: CitedSource; readonly by: Set<string> }>()
  for (const { entry, members } of entries) {
    for (const each of [entry, ...members]) {
      for (const source of sourcesOf(each)) {
        const known = found.get(source.url)
        const richer = known === undefined || known.source.title === undefined ? source : known.source
        const by = known?.by ?? new Set<string>()
        found.set(source.url, { source: { ...known?.source, ...richer }, by: by.add(each.id) })
      }
    }
  }
  return [...found.values()]
    .map(({ source, by: citing }) => ({ ...source, by: [...citing].sort(byText) }))
    .sort(
      inOrder(
        by((citation) => (citation.title ?? citation.url).toLowerCase(), byText),
        by((citation) => citation.url, byText),
      ),
    )
}
