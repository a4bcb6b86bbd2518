import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const STORES = ['.qipu', 'qipu']
/** What a project's top has: no store above it is the project's own. */
const TOP = ['.git', '.hg', '.svn', 'Cargo.toml', 'package.json', 'go.mod', 'pyproject.toml']

/** The qipu store of a folder, as qipu finds it: here or in a folder above, up to the top of the project. */
export function findQipuStore(folder: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const store = STORES.map((name) => join(here, name)).find((path) => existsSync(path))
    if (store !== undefined) return store
    if (dirname(here) === here || TOP.some((name) => existsSync(join(here, name)))) return undefined
  }
}
