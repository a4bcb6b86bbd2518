import type { KeyRecord } from './key-registry.ts'

/** Where a working directory's memory is, and what project it belongs to. */
export interface ProjectPlace {
  /** A UUID. */
  readonly projectId: string
  /** The primary key: `id:…`, `env:…`, `git:…`, `root:…` or `path:…`. */
  readonly key: string
  /** Every key that applies here, the primary one first. */
  readonly aliases: readonly string[]
  /** Top of the worktree, or the directory itself outside a repository. */
  readonly top: string
  /** Of the repository, shared by its worktrees; null outside one. */
  readonly commonDir: string | null
  /** As git has it; null outside a repository and where HEAD is detached. */
  readonly branch: string | null
  readonly defaultBranch: string | null
  /** True outside a repository too: what is written there is of the whole project. */
  readonly isDefaultBranch: boolean
  /** Varve's own directory of this user. */
  readonly home: string
  /** The project's part of `home`. */
  readonly dataDir: string
  readonly databasePath: string
  /** What sessions start with, as hooks keep it ready; disposable. */
  readonly startsDir: string
  readonly userConfigPath: string
  /** `.varve/config.json` and its siblings in the worktree. */
  readonly configPath: string
  readonly cacheDir: string
  readonly journalDir: string
  readonly outboxDir: string
  /** What `registerProject` has to write; empty where the registry has it all. */
  readonly unregistered: readonly KeyRecord[]
}
