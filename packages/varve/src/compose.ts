import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  createMemoryStore,
  createRedactor,
  type Embedder,
  type Issue,
  type Model,
  once,
  type Store,
} from '@varve/core'
import { openForeignDatabase, openSqliteStore, recoverSqliteStore } from '@varve/store-sqlite'
import { findActor } from './compose/find-actor.ts'
import { findTeam } from './compose/find-team.ts'
import { keepLedger } from './compose/keep-ledger.ts'
import { keepModels } from './compose/keep-models.ts'
import { openMemory } from './compose/open-memory.ts'
import { openOtherStores } from './compose/other-stores.ts'
import { projectFinder } from './compose/project-finder.ts'
import { readMachine } from './compose/read-machine.ts'
import { type Servers, serving } from './compose/serving.ts'
import { keepUsage } from './compose/usage.ts'
import { loadConfig } from './config/load-config.ts'
import { SessionNotes } from './hooks/session-notes.ts'
import type { EditedText, OperationContext } from './operations/context.ts'
import { linkProject } from './project/link-project.ts'
import { listBranches } from './project/list-branches.ts'
import { locateProject } from './project/locate-project.ts'
import { listMergedBranches } from './project/merged-branches.ts'
import { runGit } from './project/run-git.ts'
import type { Environment } from './project/varve-home.ts'

/** What a surface brings along: the process it runs in. */
export interface Surface extends Servers {
  readonly via: string
  readonly cwd: string
  readonly env: Environment
  /** The agent session that it speaks for, where the environment doesn't say. */
  readonly session?: string
  /** None but where the user switched one on. */
  readonly embedder?: Embedder
  /** A way to a model that it has itself: asked only where the settings say so. */
  readonly sampling?: Model
  /** The file that was started, where it is the command. */
  readonly program?: string
  readInput(): Promise<string>
  confirm(question: string): Promise<boolean>
  /** Whether there is a person to ask; without it there is none. */
  readonly isInteractive?: boolean
  editText(text: string): Promise<EditedText | undefined>
  progress(label: string, done: number, total: number): void
}

export interface OpenContext {
  readonly context: OperationContext
  /** What a person should know of this run beside its answer. */
  notices(): readonly Issue[]
  close(): void
}

// Parts of Node that most commands never use are loaded when they are (`getBuiltinModule`): each costs a
// start some milliseconds.

/** The one place that wires: finds the project, reads its configuration, chooses the store. */
export function compose(surface: Surface): OpenContext {
  const { via, cwd, env } = surface
  // When they are first asked for: the command that mends an ambiguous place must not need one.
  const place = once(() => locateProject(cwd, env))
  const loaded = once(() => loadConfig({ user: place().userConfigPath, project: place().configPath }))
  const redactor = once(() => createRedactor(loaded().config.redact))
  const opened: Store[] = []
  const nested: OpenContext[] = []
  const keep = (store: Store): Store => {
    opened.push(store)
    return store
  }
  const scratch = () => keep(createMemoryStore({ project: place().projectId }))
  const notices: Issue[] = []
  const memory = openMemory(place, {
    env,
    scratch,
    keep,
    notice: (issue) => notices.push(issue),
    // A hook runs wherever an agent does, and nobody asked for a file there.
    writesInProject: via !== 'hook',
  })
  const machine = once(() =>
    readMachine({ cwd, env, program: surface.program, projectTop: () => place().top }),
  )
  const usage = keepUsage(() => memory.opened(), {
    session: surface.session ?? env.VARVE_SESSION_ID ?? '',
    now: () => Date.now(),
  })
  const redact = (text: string) => redactor().redact(text).text
  const ledger = keepLedger({ place, config: () => loaded().config, redact })
  const models = keepModels(() => ({ config: loaded().config, env }))
  const team = () => findTeam(env, () => loaded().config, place().userConfigPath)
  const context: OperationContext = {
    get place() {
      return place()
    },
    get machine() {
      return machine()
    },
    get config() {
      return loaded().config
    },
    get configIssues() {
      return loaded().issues
    },
    get configSources() {
      return loaded().sources
    },
    reading: () => memory.reading(),
    writing: () => memory.writing(),
    writingInPlace: () => memory.writingInPlace(),
    outbox: () => memory.outbox(),
    scratch,
    throwAway() {
      const folder = mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), 'varve-demo-'))
      const project = join(folder, 'project')
      mkdirSync(project)
      const own = compose({
        ...surface,
        cwd: project,
        env: { ...env, VARVE_HOME: join(folder, 'home'), VARVE_PROJECT: 'throw-away' },
      })
      nested.push(own)
      return {
        context: own.context,
        folder,
        discard() {
          own.close()
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
    fileProblems: () =>
      existsSync(place().databasePath) ? findFileProblems(place().databasePath, place().projectId) : [],
    recoverStore: () => recoverSqliteStore(place().databasePath, { project: place().projectId }, Date.now()),
    linkProject: (projectId) => linkProject(cwd, env, projectId),
    openForeign: openForeignDatabase,
    projectAt: projectFinder(env),
    otherProjects: () => openOtherStores(place(), keep),
    shownIn: (session) => new Set(new SessionNotes(place().dataDir, session).shown.keys()),
    git: (folder, args) => runGit(folder, args, env),
    localBranches: () => listBranches(place(), env),
    mergedBranches: (branches) => listMergedBranches(place(), env, branches),
    clock: { now: () => Date.now() },
    ids: { uuid: () => process.getBuiltinModule('node:crypto').randomUUID() },
    actor: findActor(env),
    via,
    session: surface.session ?? (env.VARVE_SESSION_ID || undefined),
    noteUse: usage.note,
    get redactor() {
      return redactor()
    },
    redact,
    embedder: surface.embedder,
    sampling: surface.sampling,
    // A server has another model with each call: what it is called on says which.
    openModel(use = { asksNothing: false }) {
      return models.open(use, this.sampling)
    },
    pause: (ms) => new Promise((done) => setTimeout(done, ms)),
    readInput: surface.readInput,
    canConfirm: () => surface.isInteractive ?? false,
    confirm: surface.confirm,
    editText: surface.editText,
    progress: surface.progress,
    cwd,
    ledger: ledger.find,
    writingLedger: (configHash) => {
      memory.writingInPlace()
      return ledger.open(configHash)
    },
    hasTeam: () => team().url !== undefined,
    async openTeam(times) {
      const { openTeam } = await import('./compose/open-team.ts')
      return openTeam(team(), place().projectId, times)
    },
    teamScript: async (identity) => (await import('./compose/open-team.ts')).teamScript(identity),
    patience: {
      now: () => Date.now(),
      random: () => Math.random(),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    ...serving(surface, team),
  }
  const close = (): void => {
    usage.flush()
    models.close()
    for (const each of [...nested, ...opened, ledger]) each.close()
  }
  return { context, notices: () => notices, close }
}

function findFileProblems(path: string, project: string): readonly string[] {
  const store = openSqliteStore(path, { project })
  try {
    return store.fileProblems()
  } finally {
    store.close()
  }
}
