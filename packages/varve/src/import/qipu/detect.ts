import { by, byNumber, byText, inOrder, sortedUnique } from '@varve/core'
import type { ImportSource } from '../import-format.ts'
import { baseName, folderOf, undotted } from '../path-names.ts'

export const QIPU_FORMAT = 'qipu'

/** What a file of a qipu store is. */
export type QipuPart = 'note' | 'template' | 'config' | 'attachment' | 'sidecar'

export interface QipuFile {
  readonly path: string
  readonly part: QipuPart
  /** The folder of the store that it belongs to. */
  readonly store: string
  /** From there. */
  readonly storePath: string
  readonly workspace?: string
}

/** What Varve writes beside the notes: what qipu has no words for. */
export const SIDECAR_NAME = '.varve-lineage.json'

const STORE_NAME = /(?:^|\/)\.?qipu$/
const WORKSPACE = /^workspaces\/([^/]+)\//

export function detect(source: ImportSource): readonly string[] {
  return qipuFiles(source, storesOf(source)).map((file) => file.path)
}

/** The files that only a qipu store has: read in addition to what every import reads. */
export function isQipuExtra(path: string, isStoreFolder: boolean): boolean {
  const below = isStoreFolder ? path : /(?:^|\/)\.?qipu\/(.*)$/.exec(undotted(path))?.[1]
  return below !== undefined && /^(?:workspaces\/[^/]+\/)?(?:config\.toml$|attachments\/)/.test(below)
}

/**
 * The folders that are stores: named as such, or with what Varve or qipu leaves beside the notes. A
 * store within a store is a workspace of it.
 */
export function storesOf({ files }: ImportSource): readonly string[] {
  const stores = new Set<string>()
  for (const { path } of files) {
    const name = baseName(path)
    if (name === SIDECAR_NAME || name === 'config.toml') stores.add(folderOf(path))
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
      if (STORE_NAME.test(undotted(folder))) stores.add(folder)
  }
  const hasNotes = (store: string): boolean =>
    files.some(({ path }) => /^(?:notes|mocs)\/.*\.md$/.test(below(store, path) ?? ''))
  const found = [...stores].filter(hasNotes).sort(byText)
  return found.filter((store) => !found.some((other) => isWorkspaceOf(store, other)))
}

/** Stores that nothing but their notes tells: for a source that is said to be one. */
export function foldersWithNotes({ files }: ImportSource): readonly string[] {
  return sortedUnique(
    files
      .flatMap(({ path }) => /^(?:(.*?)\/)?(?:notes|mocs)\/.*\.md$/.exec(path)?.slice(1, 2) ?? [])
      .map((folder: string | undefined) => folder ?? ''),
  )
}

/** The files of the stores, primary notes first, by path. */
export function qipuFiles({ files }: ImportSource, stores: readonly string[]): readonly QipuFile[] {
  return files
    .flatMap(({ path }): readonly QipuFile[] => {
      for (const store of stores) {
        const storePath = below(store, path)
        if (storePath === undefined) continue
        const workspace = WORKSPACE.exec(storePath)?.[1]
        const part = partOf(storePath.replace(WORKSPACE, ''))
        if (part === undefined) continue
        return [{ path, part, store, storePath, ...(workspace === undefined ? {} : { workspace }) }]
      }
      return []
    })
    .sort(
      inOrder(
        by((file) => (file.workspace === undefined ? 0 : 1), byNumber),
        by((file) => file.path, byText),
      ),
    )
}

function partOf(path: string): QipuPart | undefined {
  if (/^(?:notes|mocs)\/.*\.md$/.test(path)) return 'note'
  if (/^templates\/.*\.md$/.test(path)) return 'template'
  if (path.startsWith('attachments/')) return 'attachment'
  if (path === SIDECAR_NAME) return 'sidecar'
  return path === 'config.toml' ? 'config' : undefined
}

function isWorkspaceOf(store: string, other: string): boolean {
  return store !== other && WORKSPACE.test(`${below(other, store) ?? ''}/`)
}

function below(folder: string, path: string): string | undefined {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}
