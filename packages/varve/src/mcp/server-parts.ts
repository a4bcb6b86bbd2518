import type { ToolProfile } from '../operations/tool-profiles.ts'
import type { Calls } from '../serve/calls.ts'
import type { Memories } from '../serve/memories.ts'
import type { ProjectFolders } from '../serve/project-folders.ts'
import type { OpenRuns } from './client/client-questions.ts'
import type { LongTexts } from './long-texts.ts'

/** What the servers of one process share. */
export interface ServerParts {
  readonly version: string
  readonly profile: ToolProfile
  readonly memories: Memories
  readonly folders: ProjectFolders
  readonly calls: Calls
  /** How long a client may take to say which roots it has. */
  readonly patienceMs?: number
  say(text: string): void
}

/** With what a call leaves for the next one: another server may be asked to go on. */
export interface SharedParts extends ServerParts {
  readonly texts: LongTexts
  readonly runs: OpenRuns
}
