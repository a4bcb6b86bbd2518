import { type Entry, singleLine } from '@varve/core'
import { baseName } from '../../import/path-names.ts'

const LONGEST_SLUG = 60
const LONGEST_TITLE = 80

/** Names for notes that have none yet; one that lies in the target already under an id keeps its name. */
export class NoteNames {
  readonly #byStart = new Map<string, string[]>()
  readonly #idOf: (path: string) => string | undefined

  /** `idOf`: the id that a file of the target states. */
  constructor(existing: readonly string[], idOf: (path: string) => string | undefined) {
    this.#idOf = idOf
    for (const path of existing.filter((each) => /^(?:notes|mocs)\/.*\.md$/.test(each))) {
      const name = baseName(path).slice(0, -'.md'.length)
      for (let at = name.length; at > 0; at = name.lastIndexOf('-', at - 1)) {
        const paths = this.#byStart.get(name.slice(0, at))
        if (paths === undefined) this.#byStart.set(name.slice(0, at), [path])
        else paths.push(path)
      }
    }
  }

  /** `notes/<id>-<slug>.md`, or in `mocs/`. */
  nameOf(entry: Entry): string {
    const known = this.#byStart.get(entry.id)?.find((path) => this.#idOf(path) === entry.id)
    if (known !== undefined) return known
    const slug = slugOf(titleOf(entry))
    const folder = entry.type === 'moc' ? 'mocs' : 'notes'
    return `${folder}/${entry.id}${slug === '' ? '' : `-${slug}`}.md`
  }
}

/** qipu asks for a title; an entry that has none begins with what it says. */
export function titleOf({ title, content }: Pick<Entry, 'title' | 'content'>): string {
  return title ?? [...singleLine(content)].slice(0, LONGEST_TITLE).join('').trim()
}

/** The letters and digits of a title that a file name can have anywhere. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, LONGEST_SLUG).replace(/-+$/, '')
}
