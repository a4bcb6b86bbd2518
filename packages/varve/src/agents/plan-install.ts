import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { VarveError } from '@varve/core'
import { type Agent, type Machine, PARTS, type Part, type Piece, type Scope } from './agent.ts'
import { getAgent } from './agents.ts'
import { containersOf, findStanding, isWithinFile, putPiece, snippetOf } from './host-files/edit-pieces.ts'
import type { FileChange } from './host-files/file-change.ts'
import { HostFileProblem, hostFileError } from './host-files/host-file-error.ts'
import { readHostFile } from './host-files/read-host-file.ts'
import { withoutPieces } from './host-files/without-pieces.ts'
import { launcherPiece } from './launcher.ts'
import { thatCanRun } from './mcp-entry.ts'
import { hashOf, type InstalledFile, type Owner, readBackup } from './record/install-record.ts'

/** What to install, in which agents. */
export interface InstallRequest {
  readonly agents: readonly Agent[]
  readonly scope: Scope
  readonly parts: readonly Part[]
  /** Puts ours in the place of files that are somebody else's, or that somebody changed. */
  readonly force: boolean
}

export interface InstallPlan {
  readonly changes: readonly FileChange[]
  /** The files that the record is to hold in the end. */
  readonly installs: readonly InstalledFile[]
  /** Texts that lie nowhere else after this. */
  readonly backups: readonly string[]
  /** Those of them in which something of ours stood otherwise than it does now: a person may have written it. */
  readonly copies: readonly string[]
}

/** Works out what an install writes; writes nothing. Throws `host_file_invalid` or `host_file_conflict`. */
export function planInstall(
  request: InstallRequest,
  machine: Machine,
  installs: readonly InstalledFile[],
): InstallPlan {
  const wanted = request.agents.flatMap((agent) =>
    piecesOf(agent, request.scope, machine)
      .filter(({ part }) => request.parts.includes(part))
      .map((piece) => ({ agent, piece })),
  )
  const paths = [...new Set(wanted.map(({ piece }) => piece.path))]
  const planned = paths.map((path) => {
    const here = wanted.filter(({ piece }) => piece.path === path)
    const owners = request.agents
      .filter((agent) => here.some((one) => one.agent === agent))
      .map((agent) =>
        ownerOf(
          agent,
          request,
          machine,
          here.filter((one) => one.agent === agent),
        ),
      )
    const recorded = installs.find((file) => file.path === path)
    const asked = here.map(({ piece }) => piece)
    const pieces = eachOnce([...asked, ...piecesInTheirPlace(asked, owners, machine, recorded)])
    return planFile({ path, pieces, owners, request, machine }, recorded)
  })
  const kept = installs.filter(({ path }) => !paths.includes(path))
  return {
    changes: planned.map(({ change }) => change),
    installs: [...kept, ...planned.map(({ installed }) => installed)],
    backups: planned.flatMap(({ backups }) => backups),
    copies: planned.flatMap(({ copy }) => copy ?? []),
  }
}

/** What puts the launcher there, or renews it, for a hook of git's. Throws `not_found` where there is none to put. */
export function planLauncher(
  { gitHook, force }: { readonly gitHook: string; readonly force: boolean },
  machine: Machine,
  installs: readonly InstalledFile[],
): InstallPlan {
  const launcher = launcherPiece(machine)
  if (launcher === undefined) {
    throw new VarveError('not_found', 'this build of varve has no hooks to start', {
      fix: ['npm install -g varve'],
    })
  }
  const { path } = launcher
  const recorded = installs.find((file) => file.path === path)
  const request: InstallRequest = { agents: [], scope: 'user', parts: [launcher.part], force }
  const planned = planFile({ path, pieces: [launcher], owners: [], request, machine }, recorded)
  const gitHooks = [...new Set([...(recorded?.gitHooks ?? []), gitHook])]
  return {
    changes: [planned.change],
    installs: [...installs.filter((file) => file !== recorded), { ...planned.installed, gitHooks }],
    backups: planned.backups,
    copies: planned.copy === undefined ? [] : [planned.copy],
  }
}

/** What stands in the place of something that is asked for: that was asked for before, or is now. */
function piecesInTheirPlace(
  asked: readonly Piece[],
  owners: readonly Owner[],
  machine: Machine,
  recorded: InstalledFile | undefined,
): readonly Piece[] {
  const places = new Set(asked.map(pieceKey))
  return mergeOwners(recorded?.owners ?? [], owners)
    .filter((known) => owners.some((owner) => isSameOwner(owner, known)))
    .flatMap(({ agent, scope, parts }) =>
      piecesOf(getAgent(agent), scope, machine).filter(({ part }) => parts.includes(part)),
    )
    .filter((piece) => places.has(pieceKey(piece)))
}

/** All that an agent can be given here, with the program that its hooks start. */
export function piecesOf(agent: Agent, scope: Scope, machine: Machine): readonly Piece[] {
  const pieces = thatCanRun(agent.listPieces(machine, scope), machine)
  const launcher = launcherPiece(machine)
  if (launcher === undefined) return pieces
  const parts = new Set(pieces.map(({ part }) => part))
  const starting = (['hooks', 'prompt'] as const).filter((part) => parts.has(part))
  return [...starting.map((part) => ({ ...launcher, part })), ...pieces]
}

/** The project's own files are those that came with it: no link of theirs may lead out. */
export function boundsOf(path: string, scope: Scope, machine: Machine): string | undefined {
  return scope !== 'user' && path.startsWith(machine.projectTop + sep) ? machine.projectTop : undefined
}

interface FilePlanning {
  readonly path: string
  readonly pieces: readonly Piece[]
  readonly owners: readonly Owner[]
  readonly request: InstallRequest
  readonly machine: Machine
}

interface PlannedFile {
  readonly change: FileChange
  readonly installed: InstalledFile
  readonly backups: readonly string[]
  readonly copy: string | undefined
}

function planFile(planning: FilePlanning, recorded: InstalledFile | undefined): PlannedFile {
  const { path, pieces, owners, request, machine } = planning
  try {
    const { target, text } = readHostFile(path, boundsOf(path, request.scope, machine))
    const isAsWritten = text !== undefined && recorded?.after === hashOf(text)
    if (!request.force && !isAsWritten) refuseChanged(text, pieces)
    const after = pieces.reduce<string | undefined>(
      (file, piece) => (piece.kind === 'file' && request.force ? piece.text : putPiece(file, piece)),
      text,
    )
    const original = originalOf(text, planning, isAsWritten ? recorded : undefined)
    const isReplaced = text !== undefined && !isAsWritten && text !== after
    const isEdited = isReplaced && pieces.some((piece) => findStanding(text, piece) === 'outdated')
    const isTaken = isReplaced && pieces.some(({ kind }) => kind === 'file')
    const mode = pieces.find((piece) => piece.kind === 'file')?.mode
    return {
      change: { path, target, before: text, after, mode, parts: partsOf(owners) },
      installed: {
        path,
        owners: mergeOwners(recorded?.owners ?? [], owners),
        before: original === undefined ? null : hashOf(original),
        after: hashOf(after ?? ''),
        made: containersMade(original, pieces, isAsWritten ? (recorded?.made ?? []) : []),
        folders: [...new Set([...missingFolders(path), ...(recorded?.folders ?? [])])],
        ...(recorded?.gitHooks && { gitHooks: recorded.gitHooks }),
      },
      // The bytes as they lay there, too: what is left of them without ours is not all of them.
      backups: [...(original === undefined ? [] : [original]), ...(isReplaced ? [text] : [])],
      copy: isEdited || isTaken ? text : undefined,
    }
  } catch (error) {
    if (error instanceof HostFileProblem) throw hostFileError(error, path, snippetOf(pieces))
    throw error
  }
}

/** A file of ours that a person changed is theirs too. */
function refuseChanged(text: string | undefined, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.kind !== 'file' || text === undefined || text === piece.text || !text.includes(piece.signature))
      continue
    throw new HostFileProblem(
      'clash',
      'somebody changed it since it was installed; --force replaces it, and keeps a copy',
    )
  }
}

/** What the file would hold without us: what uninstalling gives back. */
function originalOf(
  text: string | undefined,
  { pieces, request, machine }: FilePlanning,
  recorded: InstalledFile | undefined,
): string | undefined {
  if (recorded?.before === null) return undefined
  const kept = recorded && readBackup(machine.varveHome, recorded.before)
  if (kept !== undefined) return kept
  if (text === undefined) return undefined
  const isTaken = request.force && pieces.some((piece) => piece.kind === 'file' && text !== piece.text)
  return isTaken ? text : withoutPieces(text, pieces, [])
}

function containersMade(
  original: string | undefined,
  pieces: readonly Piece[],
  before: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const containers = pieces.flatMap(containersOf)
  const made = containers.filter((at) => original === undefined || !isWithinFile(original, at))
  return [...new Map([...before, ...made].map((at) => [at.join('\n'), at])).values()].toSorted(
    (a, b) => b.length - a.length,
  )
}

function missingFolders(path: string): readonly string[] {
  const folder = dirname(path)
  return existsSync(folder) || folder === path ? [] : [folder, ...missingFolders(folder)]
}

function ownerOf(
  agent: Agent,
  { scope }: InstallRequest,
  { projectTop }: Machine,
  here: readonly { readonly piece: Piece }[],
): Owner {
  const parts = PARTS.filter((part) => here.some(({ piece }) => piece.part === part))
  return { agent: agent.name, scope, parts, ...(scope !== 'user' && { project: projectTop }) }
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return a.agent === b.agent && a.scope === b.scope && a.project === b.project
}

function mergeOwners(present: readonly Owner[], added: readonly Owner[]): readonly Owner[] {
  const widened = present.map((owner) => {
    const again = added.find((one) => isSameOwner(one, owner))
    return again === undefined ? owner : { ...owner, parts: partsOf([owner, again]) }
  })
  return [...widened, ...added.filter((one) => !present.some((owner) => isSameOwner(one, owner)))]
}

function partsOf(owners: readonly Owner[]): readonly Part[] {
  return PARTS.filter((part) => owners.some(({ parts }) => parts.includes(part)))
}

/** Of several for one place the last: what is asked for beside the usual. */
export function eachOnce(pieces: readonly Piece[]): readonly Piece[] {
  return [...new Map(pieces.map((piece) => [pieceKey(piece), piece])).values()]
}

/** Two agents may want the same piece of the same file. */
export function pieceKey(piece: Piece): string {
  const place = piece.kind === 'block' ? piece.marks.opens : piece.kind === 'file' ? '' : piece.at.join('\n')
  return [piece.kind, piece.path, place].join('\n')
}
