import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { AGENT_NAMES, type AgentName, PARTS, type Part, SCOPES, type Scope } from '../agent.ts'

/** Which agent a file was written for. Several may share one: AGENTS.md, the folder of skills. */
export interface Owner {
  readonly agent: AgentName
  readonly scope: Scope
  readonly parts: readonly Part[]
  /** Top of the project, but for the scope of the user. */
  readonly project?: string
}

/** What an install did to one file, so that uninstalling gives the bytes back. */
export interface InstalledFile {
  readonly path: string
  readonly owners: readonly Owner[]
  /** Hash of what was there before; null where there was no file. Its bytes lie in `backups`. */
  readonly before: string | null
  /** Hash of what was written. */
  readonly after: string
  /** Objects and lists of a JSON file that we made: they go when nothing is in them. */
  readonly made: readonly (readonly string[])[]
  /** Folders that we made: they go when nothing is in them. Deepest first. */
  readonly folders: readonly string[]
  /** Hooks of git that start it, where it is the launcher: they keep it as an owner does. */
  readonly gitHooks?: readonly string[]
}

const VERSION = 1

export function recordPath(varveHome: string): string {
  return join(varveHome, 'installs.json')
}

/** What was installed by this user, by path. Throws `host_file_invalid` where that can't be understood. */
export function readInstalls(varveHome: string): readonly InstalledFile[] {
  const path = recordPath(varveHome)
  const text = readTextFile(path)
  if (text === undefined) return []
  const value = parsed(text)
  if (
    isRecord(value) &&
    value.v === VERSION &&
    Array.isArray(value.files) &&
    value.files.every(isInstalledFile)
  ) {
    return value.files
  }
  throw new VarveError(
    'host_file_invalid',
    `${path} can't be understood: it was changed, or a newer varve wrote it`,
    {
      subjects: [path],
      fix: [`mv ${path} ${path}.old`],
    },
  )
}

export function writeInstalls(varveHome: string, files: readonly InstalledFile[]): void {
  const text = `${JSON.stringify({ v: VERSION, files }, undefined, 2)}\n`
  writeFileAtomically(recordPath(varveHome), text, { mode: 0o600 })
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Bytes that an install replaced, or an uninstall took away though somebody had changed them. */
export function keepBackup(varveHome: string, text: string): string {
  const hash = hashOf(text)
  writeFileAtomically(backupPath(varveHome, hash), text, { mode: 0o600 })
  return hash
}

export function readBackup(varveHome: string, hash: string): string | undefined {
  const text = readTextFile(backupPath(varveHome, hash))
  return text !== undefined && hashOf(text) === hash ? text : undefined
}

export function backupPath(varveHome: string, hash: string): string {
  return join(varveHome, 'backups', hash)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isInstalledFile(value: unknown): value is InstalledFile {
  return (
    isRecord(value) &&
    typeof value.path === 'string' &&
    (value.before === null || typeof value.before === 'string') &&
    typeof value.after === 'string' &&
    Array.isArray(value.owners) &&
    value.owners.every(isOwner) &&
    Array.isArray(value.made) &&
    value.made.every(areTexts) &&
    areTexts(value.folders) &&
    (value.gitHooks === undefined || areTexts(value.gitHooks))
  )
}

function isOwner(value: unknown): value is Owner {
  if (!isRecord(value) || !areTexts(value.parts)) return false
  if (value.project !== undefined && typeof value.project !== 'string') return false
  return (
    AGENT_NAMES.some((name) => name === value.agent) &&
    SCOPES.some((scope) => scope === value.scope) &&
    value.parts.every((part) => PARTS.some((known) => known === part))
  )
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
