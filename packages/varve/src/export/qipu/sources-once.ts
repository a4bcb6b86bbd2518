import { memberOf } from '../../import/json-members.ts'
import { parseYamlMapping } from '../../import/markdown/yaml-mapping.ts'
import { joinNoteText, lineEndOf, splitNoteText } from '../../import/qipu/note-text.ts'
import { editFrontMatter } from './edit-front-matter.ts'

/** The file of a digest with each source listed once, where it stood first. */
export function withSourcesOnce(text: string): string {
  const parts = splitNoteText(text)
  const parsed = parts === undefined ? undefined : parseYamlMapping(parts.yaml)
  if (parts === undefined || parsed?.kind !== 'mapping') return text
  const list = memberOf(parsed.data, 'compacts')
  if (!Array.isArray(list)) return text
  const once = [...new Set(list)]
  if (once.length === list.length) return text
  return joinNoteText({
    ...parts,
    yaml: editFrontMatter(parts.yaml, new Map([['compacts', once]]), lineEndOf(parts.yaml)),
  })
}
