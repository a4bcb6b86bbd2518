import type { ImportSource, SourceFile } from '../import-format.ts'
import { memberOf } from '../json-members.ts'
import { parseJson } from '../parse-json.ts'
import { baseName, folderOf, undotted } from '../path-names.ts'

const REQUIRED = ['id', 'category', 'content', 'created']
const STORE = /(?:^|\/)\.lean-spec\/memory$/

/** The parts of a LeanSpec store by what they hold. */
export type LeanspecPart = 'entry' | 'log' | 'generated' | 'config'

export function detect(source: ImportSource): readonly string[] {
  return [...partsOf(source).keys()]
}

/** What each file of a LeanSpec store is. Files of no store are not in it. */
export function partsOf(source: ImportSource): ReadonlyMap<string, LeanspecPart> {
  const stores = new Set(source.files.filter(isEntry).map((file) => storeOf(file.path)))
  const parts = new Map<string, LeanspecPart>()
  for (const { path } of source.files) {
    const part = partOf(path, stores)
    if (part !== undefined) parts.set(path, part)
  }
  return parts
}

function partOf(path: string, stores: ReadonlySet<string>): LeanspecPart | undefined {
  if (/(?:^|\/)\.lean-spec\/config\.json$/.test(undotted(path))) return 'config'
  const folder = folderOf(path)
  const within = (name: string): boolean => baseName(folder) === name && isStore(folderOf(folder), stores)
  if (path.endsWith('.json') && (within('entries') || stores.has(folder))) return 'entry'
  if (path.endsWith('.md') && within('daily')) return 'log'
  if (path.endsWith('.md') && within('compacted')) return 'generated'
  return baseName(path) === 'index.md' && isStore(folder, stores) ? 'generated' : undefined
}

function isStore(folder: string, stores: ReadonlySet<string>): boolean {
  return stores.has(folder) || STORE.test(undotted(folder))
}

/** The folder that holds `entries/`; the entries' own folder where it has another name. */
function storeOf(path: string): string {
  const folder = folderOf(path)
  return baseName(folder) === 'entries' ? folderOf(folder) : folder
}

function isEntry(file: SourceFile): boolean {
  if (!file.path.endsWith('.json')) return false
  const parsed = parseJson(
    Buffer.from(file.bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  return parsed.kind === 'object' && REQUIRED.every((name) => memberOf(parsed.value, name) !== undefined)
}
