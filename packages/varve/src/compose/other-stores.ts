import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { byText, type Store } from '@varve/core'
import { openSqliteStore } from '@varve/store-sqlite'
import type { ProjectPlace } from '../project/project-place.ts'

/** The memory of another project of this user; without a store where it can't be opened. */
export interface OtherStore {
  readonly project: string
  readonly store: Store | undefined
}

/** The memories that lie beside this one, by the ids of their projects; only for reading. */
export function openOtherStores(
  { dataDir, projectId }: ProjectPlace,
  keep: (store: Store) => Store,
): readonly OtherStore[] {
  const folder = dirname(dataDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== projectId)
    .map(({ name }) => name)
    .sort(byText)
    .flatMap((project) => {
      const path = join(folder, project, 'varve.db')
      return existsSync(path) ? [{ project, store: openIfAny(path, project, keep) }] : []
    })
}

function openIfAny(path: string, project: string, keep: (store: Store) => Store): Store | undefined {
  try {
    return keep(openSqliteStore(path, { project, readOnly: true }))
  } catch {
    // Whatever it is that keeps it shut: nothing of it is shown.
    return undefined
  }
}
