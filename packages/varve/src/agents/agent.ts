import type { Issue, Json } from '@varve/core'
import type { Environment } from '../project/varve-home.ts'

export const AGENT_NAMES = ['claude-code', 'codex', 'cursor', 'gemini-cli', 'opencode'] as const
export type AgentName = (typeof AGENT_NAMES)[number]

/** Where an agent is told of Varve: for this user, for all who share the project, for this user in this project. */
export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

/** What can be installed by itself. `prompt` is one more hook, which costs something at every prompt. */
export const PARTS = ['hooks', 'mcp', 'skill', 'instructions', 'prompt'] as const
export type Part = (typeof PARTS)[number]

/** The computer, the user and the folder that an agent runs in. */
export interface Machine {
  readonly env: Environment
  readonly platform: string
  readonly userHome: string
  readonly varveHome: string
  /** Top of the project that this folder belongs to. */
  readonly projectTop: string
  /** The Node that runs now. */
  readonly node: string
  /** The program that hooks start, and how; undefined where this build has none. */
  readonly hookProgram: HookProgram | undefined
  /** Whether this build answers `varve mcp`: no agent is pointed to a command that isn't there. */
  readonly hasMcp: boolean
}

export interface HookProgram {
  readonly path: string
  /** Words before the event, where the program does more than hooks. */
  readonly words: readonly string[]
}

/** One thing of ours in one file of an agent: what should stand there, and how to tell that it is ours. */
export type Piece = HookPiece | MemberPiece | DefaultPiece | BlockPiece | FilePiece

interface PieceBase {
  readonly part: Part
  /** Absolute. */
  readonly path: string
}

/** One item of the list of an event's hooks. */
export interface HookPiece extends PieceBase {
  readonly kind: 'hook'
  /** Names that lead to the list. */
  readonly at: readonly string[]
  readonly item: { readonly [name: string]: Json }
}

/** One named value. */
export interface MemberPiece extends PieceBase {
  readonly kind: 'member'
  readonly at: readonly string[]
  readonly value: Json
}

/** A value that the file needs, whoever states it. */
export interface DefaultPiece extends PieceBase {
  readonly kind: 'default'
  readonly at: readonly string[]
  readonly value: Json
}

/** Lines between two marks. */
export interface BlockPiece extends PieceBase {
  readonly kind: 'block'
  readonly marks: BlockMarks
  readonly text: string
  /** Not needed where the rest of the file says it already. */
  readonly isSaidBy?: (rest: string) => boolean
}

export interface BlockMarks {
  readonly opens: string
  readonly closes: string
  /** Whether a table of that name beside the block would clash with it. */
  readonly tomlTable?: readonly [string, string]
}

/** A whole file. */
export interface FilePiece extends PieceBase {
  readonly kind: 'file'
  readonly text: string
  /** A line or word by which such a file of any version is known as ours. */
  readonly signature: string
  readonly mode?: number
}

/** A file of a plugin, by its path in the plugin's folder. */
export interface PluginFile {
  readonly path: string
  readonly text: string
}

/** One coding agent that Varve can be installed in. */
export interface Agent {
  readonly name: AgentName
  /** As its makers write it. */
  readonly title: string
  readonly scopes: readonly Scope[]
  /** The command that starts it. */
  readonly binary: string
  /** The folder of this user's settings. */
  configFolder(machine: Machine): string
  /** All that can be installed at a scope, in the order in which it is written. */
  listPieces(machine: Machine, scope: Scope): readonly Piece[]
  /** The same as a plugin of the agent's own kind, for those who install it from there. */
  readonly plugin: readonly PluginFile[]
  /** What a person still has to do in the agent. */
  next(parts: readonly Part[]): readonly string[]
  /** What its own settings say that keeps our parts from working. `read` gives undefined where there is no such file. */
  checkHost?(machine: Machine, read: (path: string) => string | undefined): readonly Issue[]
}
