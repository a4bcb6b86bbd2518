import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStore, createRedactor, type Store } from '@varve/core'
import { openSqliteStore, recoverSqliteStore } from '@varve/store-sqlite'
import { loadConfig } from './config/load-config.ts'
import { writeProjectConfig } from './config/write-project-config.ts'
import type { OperationContext } from './operations/context.ts'
import { locateProject } from './project/locate-project.ts'
import { registerProject } from './project/register-project.ts'
import type { Environment } from './project/varve-home.ts'

/** What a surface brings along: the process it runs in. */
export interface Surface {
  readonly via: string
  readonly cwd: string
  readonly env: Environment
  readInput(): Promise<string>
  confirm(question: string): Promise<boolean>
  progress(label: string, done: number, total: number): void
}

export interface OpenContext {
  readonly context: OperationContext
  close(): void
}

// Parts of Node that most commands never use are loaded when they are (`getBuiltinModule`): each costs a
// start some milliseconds.

/** The one place that wires: finds the project, reads its configuration, chooses the store. */
export function compose(surface: Surface): OpenContext {
  const { via, cwd, env } = surface
  const place = locateProject(cwd, env)
  const { config, issues } = loadConfig({ user: place.userConfigPath, project: place.configPath })
  const redactor = createRedactor(config.redact)
  const opened: Store[] = []
  const nested: OpenContext[] = []
  const keep = (store: Store): Store => {
    opened.push(store)
    return store
  }
  const scratch = () => keep(createMemoryStore({ project: place.projectId }))
  let store: Store | undefined
  let reader: Store | undefined
  const context: OperationContext = {
    place,
    config,
    configIssues: issues,
    reading() {
      // One connection serves both, so that a command reads what it has just written.
      if (store) return store
      reader ??= existsSync(place.databasePath)
        ? keep(openSqliteStore(place.databasePath, { project: place.projectId }))
        : scratch()
      return reader
    },
    writing() {
      store ??= keep(openForWriting(place))
      return store
    },
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
      existsSync(place.databasePath) ? findFileProblems(place.databasePath, place.projectId) : [],
    recoverStore: () => recoverSqliteStore(place.databasePath, { project: place.projectId }, Date.now()),
    clock: { now: () => Date.now() },
    ids: { uuid: () => process.getBuiltinModule('node:crypto').randomUUID() },
    actor: actorOf(env),
    via,
    session: env.VARVE_SESSION_ID || undefined,
    redactor,
    redact: (text) => redactor.redact(text).text,
    readInput: surface.readInput,
    confirm: surface.confirm,
    progress: surface.progress,
    cwd,
  }
  const close = (): void => {
    for (const each of [...nested, ...opened]) each.close()
  }
  return { context, close }
}

function findFileProblems(path: string, project: string): readonly string[] {
  const store = openSqliteStore(path, { project })
  try {
    return store.fileProblems()
  } finally {
    store.close()
  }
}

/** The first write makes everything that is missing, in the order in which it is needed. */
function openForWriting(place: ReturnType<typeof locateProject>): Store {
  registerProject(place)
  writeProjectConfig(place, place.projectId)
  return openSqliteStore(place.databasePath, { project: place.projectId })
}

function actorOf(env: Environment): string {
  const named = env.VARVE_ACTOR || env.USER || env.USERNAME
  if (named) return named
  try {
    return process.getBuiltinModule('node:os').userInfo().username
  } catch {
    return 'unknown'
  }
}
