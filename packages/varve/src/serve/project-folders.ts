import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VarveError } from '@varve/core'
import type { ServerHost } from './server-host.ts'

/** Where agents say which project they are in. */
const VARIABLES = ['CLAUDE_PROJECT_DIR', 'CURSOR_PROJECT_DIR', 'GEMINI_PROJECT_DIR'] as const

export interface Root {
  readonly uri: string
}

export interface FolderChoice {
  /** Whether the client's roots count. */
  readonly takesRoots?: boolean
  /** Whether an agent's word on its project counts; not where a caller names the folder. */
  readonly takesVariables?: boolean
}

/** The folders that one connection is for: as the environment says, else the client's roots, else where it was started. */
export class ProjectFolders {
  readonly #cwd: string
  readonly #takesRoots: boolean
  readonly #named: string | undefined
  #roots: readonly string[] | undefined

  constructor(
    { env, cwd }: Pick<ServerHost, 'env' | 'cwd'>,
    { takesRoots = true, takesVariables = true }: FolderChoice = {},
  ) {
    this.#cwd = cwd
    this.#takesRoots = takesRoots
    const named = (takesVariables ? VARIABLES : [])
      .map((name) => env[name])
      .find((folder) => folder !== undefined && isFolder(folder))
    this.#named = named === undefined ? undefined : resolve(named)
  }

  /** Whether the client's roots would decide, and aren't known. */
  needRoots(): boolean {
    return this.#takesRoots && this.#named === undefined && this.#roots === undefined
  }

  takeRoots(roots: readonly Root[]): void {
    this.#roots = roots.flatMap(({ uri }) => folderOf(uri) ?? [])
  }

  forgetRoots(): void {
    this.#roots = undefined
  }

  /** All of them, at least one. */
  open(): readonly string[] {
    const folders = this.#named === undefined ? (this.#roots ?? []) : [this.#named]
    return folders.length === 0 ? [this.#cwd] : folders
  }

  /** The folder that a call is for. Throws `project_ambiguous`, and says how to choose. */
  choose(asked: unknown): string {
    const open = this.open()
    if (typeof asked === 'string' && asked !== '') return chosen(open, resolve(this.#cwd, asked))
    const [first = this.#cwd, ...others] = open
    if (others.length === 0) return first
    throw new VarveError('project_ambiguous', `several projects are open: ${open.join(', ')}`, {
      subjects: open,
      fix: open.map(callWith),
    })
  }
}

function chosen(open: readonly string[], folder: string): string {
  if (open.includes(folder)) return folder
  throw new VarveError('not_found', `no project ${folder} is open: ${open.join(', ')}`, {
    subjects: [folder],
    fix: open.map(callWith),
  })
}

function callWith(folder: string): string {
  return `call it again with project ${JSON.stringify(folder)}`
}

function folderOf(uri: string): string | undefined {
  try {
    const path = resolve(fileURLToPath(uri))
    return isFolder(path) ? path : undefined
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}
