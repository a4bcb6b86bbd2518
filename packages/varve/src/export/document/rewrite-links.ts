import type { Entry } from '@varve/core'
import { headlineOf } from '@varve/core/recall'
import { type NamedPage, NoteNames } from '../../import/markdown/note-names.ts'
import { replaceLinks } from '../../import/markdown/replace-links.ts'
import { folderOf, joinPath } from '../../import/path-names.ts'
import type { DocumentEntry, LinkMode } from './document.ts'

/** Where a link to an entry of the document leads. */
export function anchorOf(id: string): string {
  return `note-${id}`
}

/** Rewrites the links of a text that lead to entries of the document; any other stays as it is. */
export class LinkRewriter {
  readonly #mode: LinkMode
  readonly #names: NoteNames

  constructor(entries: readonly DocumentEntry[], mode: LinkMode) {
    this.#mode = mode
    this.#names = new NoteNames(
      entries.flatMap(({ entry, members }) => [entry, ...members].map((each) => pageOf(each, entry.id))),
    )
  }

  rewrite({ content, source }: Entry): string {
    if (this.#mode === 'preserve') return content
    const from = source.file ?? ''
    return replaceLinks(
      content,
      (target, style) => {
        const path = style === 'wiki' ? target : joinPath(folderOf(from), target)
        return path === undefined ? undefined : this.#names.find(path, from)?.ref
      },
      ({ label, ref }) => `[${label}](${this.#mode === 'anchors' ? `#${anchorOf(ref)}` : `${ref}.md`})`,
    )
  }
}

function pageOf(entry: Entry, ref: string): NamedPage {
  const aliases = entry.custom?.aliases
  return {
    path: entry.source.file ?? `${entry.id}.md`,
    ref,
    title: headlineOf(entry),
    aliases: [entry.id, ...(Array.isArray(aliases) ? aliases.map(String) : [])],
  }
}
