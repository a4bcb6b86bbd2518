import type {
  AccessKind,
  Embedder,
  EntryId,
  IdSource,
  Issue,
  Model,
  Redactor,
  Store,
  StoreReader,
  WallClock,
} from '@varve/core'
import type { KeptPass, LedgerStore, SessionState } from '@varve/core/fidelity'
import type { Identity, Patience, TeamServer } from '@varve/core/sync'
import type { Machine } from '../agents/agent.ts'
import type { Config } from '../config/config.ts'
import type { ConfigSource } from '../config/read-config-file.ts'
import type { OutboxFile } from '../outbox/read-outbox.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import type { ToolProfile } from './tool-profiles.ts'

export interface ModelUse {
  /** It is only told of: so no key, package or program has to be there. */
  readonly asksNothing: boolean
}

/** Everything an operation may use of the world. Made in one place, so that tests can give another. */
export interface OperationContext {
  readonly place: ProjectPlace
  /** The computer, user and folder that agents run in. */
  readonly machine: Machine
  readonly config: Config
  /** Issues found in the configuration. */
  readonly configIssues: readonly Issue[]
  /** The files that the configuration was read from; later ones go before earlier ones. */
  readonly configSources: readonly ConfigSource[]
  /** The memory for reading: an empty one where nothing was written yet. */
  reading(): Store
  /** The memory for writing: made on the first write. Where it may only be read, a copy with an outbox. */
  writing(): Store
  /** The memory itself, never an outbox: for what must not wait. Throws `read_only`. */
  writingInPlace(): Store
  /** What writers left who could not reach the memory. */
  outbox(): readonly OutboxFile[]
  /** A memory that lives in this process alone. */
  scratch(): Store
  /** What is wrong with the store's file itself; empty where it is sound, or missing. */
  fileProblems(): readonly string[]
  /** Sets a damaged store aside and rebuilds what can be read of it; undefined where it is sound. */
  recoverStore(): StoreRecovery | undefined
  /** Makes this folder's keys stand for a project, as a person decided. Returns the keys. */
  linkProject(projectId: string): readonly string[]
  /** A database of another program, for reading. Throws where it is none, or held. */
  openForeign(path: string): ForeignDatabase
  /** A context of its own in a folder that nobody else uses. */
  throwAway(): ThrowAway
  /** What git says in a folder; undefined where it fails. */
  git(folder: string, args: readonly string[]): string | undefined
  /** Names of the branches that this clone has. */
  localBranches(): ReadonlySet<string>
  /** The project that a folder belongs to; undefined where there is no such folder. */
  projectAt(folder: string): string | undefined
  /** The memories of this user's other projects, for reading; without a store where it can't be opened. */
  otherProjects(): readonly { readonly project: string; readonly store: StoreReader | undefined }[]
  /** Ids of the entries that a hook put before an agent in a session of its own id. */
  shownIn(session: string): ReadonlySet<string>
  /** Those of the branches that were merged into the default branch since they were last looked at. */
  mergedBranches(branches: readonly string[]): readonly string[]
  readonly clock: WallClock
  readonly ids: IdSource
  readonly actor: string
  /** cli, mcp, http, hook or library. */
  readonly via: string
  /** The agent session this runs in, where it says so. */
  readonly session: string | undefined
  /** Notes that entries were used; written once the answer is out, if that costs no wait. */
  noteUse(kind: AccessKind, entries: Iterable<EntryId>): void
  /** Masks secrets: before anything is hashed, compared, stored or logged. */
  readonly redactor: Redactor
  redact(text: string): string
  /** Tells what texts mean, where the user switched one on. */
  readonly embedder: Embedder | undefined
  /** A model that whoever calls offers by itself, such as the client of a server of tools. */
  readonly sampling: Model | undefined
  /** The model that the user configured; undefined where there is none. Only what was asked for one calls it. */
  openModel(use?: ModelUse): Promise<Model | undefined>
  /** Waits before an attempt is made again, or between steps of long work: a server serves others meanwhile. */
  pause(ms: number): Promise<void>
  /** All of standard input. */
  readInput(): Promise<string>
  /** Whether there is a person to ask. */
  canConfirm(): boolean
  /** Asks a person; false where nobody can be asked. */
  confirm(question: string): Promise<boolean>
  /** Lets a person change a text in their editor; undefined where there is no terminal for one. */
  editText(text: string): Promise<EditedText | undefined>
  /** Tells of long work; nothing where nobody watches. */
  progress(label: string, done: number, total: number): void
  readonly cwd: string
  /** Decisions on live windows; undefined where there is no store yet. */
  ledger(): WindowLedger | undefined
  /** The same for writing: the store is made where it is missing. */
  writingLedger(configHash?: string): WindowLedger
  /** Whether the user named a team's server. */
  hasTeam(): boolean
  /** Opens a connection to the team's server; throws `team_missing` where none is named. */
  openTeam(options?: TeamTimes): Promise<TeamServer>
  /** What makes the schema of a team's server, for whoever administers the database by hand. */
  teamScript(identity: Identity): Promise<string>
  /** What waits, and by chance. */
  readonly patience: Patience
  /** Serves the operations to agents until they are gone. */
  serveTools(request: ServeRequest): Promise<void>
  /** Serves the team of the address to people who show tokens, until the process is told to end. */
  serveTeam(request: ServeTeamRequest): Promise<void>
  /** Serves the page on a port of this machine, until the process is told to end. */
  servePage(port: number): Promise<void>
}

/** How long a team's server may take. */
export interface TeamTimes {
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** After so long the connection is closed, whatever is under way. */
  readonly closeAfterMs?: number
}

export interface ServeRequest {
  readonly profile: ToolProfile
  /** Where clients reach it; undefined: by standard input and output. */
  readonly http?: HttpAddress
}

export interface HttpAddress {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
}

export interface ServeTeamRequest extends HttpAddress {
  /** Whether what a proxy says of who asks is believed. */
  readonly trustProxy: boolean
  /** Calls that a member may make. */
  readonly perMinute: number
}

/** A database that another program keeps. */
export interface ForeignDatabase {
  /** `Row` says what the statement selects. */
  all<Row>(sql: string, ...values: readonly (string | number)[]): readonly Row[]
  close(): void
}

/** Which pins a session has beside those of the settings. */
export interface SessionPins {
  readonly pins: readonly string[]
  readonly unpinned: readonly string[]
}

/** A part that something was decided on. */
export interface LedgerPart {
  readonly session: string
  readonly key: string
  readonly tool: string | null
  readonly path: string | null
}

/** The kept decisions of a project's sessions. */
export interface WindowLedger extends LedgerStore {
  sessions(): readonly {
    readonly id: string
    readonly profile: string
    readonly calls: number
    readonly passes: number
    readonly updated: string
    /** Of the settings of its last pass. */
    readonly configHash: string
  }[]
  /** The parts that a handle stands for; in any session, unless one is named. */
  findParts(handle: string, sessionId?: string): readonly LedgerPart[]
  /** Puts a session’s decisions in the place of those that are kept of it. */
  replaceSession(
    sessionId: string,
    kept: readonly KeptPass[],
    replay: {
      readonly state: SessionState
      readonly configHash: string
      /** Of the decisions that are there, by the settings that they were made under. */
      readonly mayReplace: (configHash: string) => boolean
    },
  ): 'kept' | 'refused'
  findPins(sessionId: string): SessionPins | undefined
  putPins(sessionId: string, pins: SessionPins): void
  purgeSession(sessionId: string): number
}

export interface EditedText {
  readonly text: string
  /** Where it lies until it is discarded. */
  readonly file: string
  discard(): void
}

export interface ThrowAway {
  readonly context: OperationContext
  readonly folder: string
  /** Removes it at once; else it stays for whoever wants to look. */
  discard(): void
}

export interface StoreRecovery {
  /** Where the damaged file lies now. */
  readonly keptAs: string
  readonly records: number
  /** Undefined where nothing that can be read says how many there were. */
  readonly lost: number | undefined
}
