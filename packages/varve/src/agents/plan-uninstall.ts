import { basename, dirname } from 'node:path'
import type { Agent, Machine, Piece, Scope } from './agent.ts'
import { AGENTS, getAgent } from './agents.ts'
import { containersOf, findStanding, holdsItems, type Standing } from './host-files/edit-pieces.ts'
import type { FileChange, FileOutcome } from './host-files/file-change.ts'
import { HostFileProblem, hostFileError } from './host-files/host-file-error.ts'
import { findHostText, readHostFile } from './host-files/read-host-file.ts'
import { readJsonValue } from './host-files/read-json-value.ts'
import { withoutPieces } from './host-files/without-pieces.ts'
import { launcherPath, launcherPiece, namesLauncher } from './launcher.ts'
import { boundsOf, pieceKey, piecesOf } from './plan-install.ts'
import { hashOf, type InstalledFile, type Owner, readBackup } from './record/install-record.ts'
import { SKILL_NAME } from './texts/skill.ts'

/** Which agents to take Varve out of; at every scope that concerns this folder where none is named. */
export interface UninstallRequest {
  readonly agents: readonly Agent[]
  readonly scope: Scope | undefined
  /** A hook of git's that starts the launcher no more. */
  readonly gitHook?: string
}

export interface UninstallPlan {
  readonly changes: readonly (FileChange & { readonly outcome: FileOutcome })[]
  readonly installs: readonly InstalledFile[]
  readonly backups: readonly string[]
  /** Folders of our making, deepest first. */
  readonly folders: readonly string[]
}

/** Works out what uninstalling writes; writes nothing. Files without our record are known by what is in them. */
export function planUninstall(
  request: UninstallRequest,
  machine: Machine,
  installs: readonly InstalledFile[],
): UninstallPlan {
  const recorded = installs.map((file) => ({
    file,
    leaving: file.owners.filter((owner) => isLeaving(owner, request, machine)),
    gitHooks: file.gitHooks?.filter(
      (path) => path !== request.gitHook && namesLauncher(findHostText(path) ?? ''),
    ),
  }))
  const isTouched = ({ file, leaving, gitHooks }: (typeof recorded)[number]) =>
    leaving.length > 0 || gitHooks?.length !== file.gitHooks?.length
  const planned = [
    ...recorded.filter(isTouched).map(({ file, leaving, gitHooks }) => ({
      file: gitHooks === undefined ? file : { ...file, gitHooks },
      leaving,
    })),
    ...unrecorded(request, machine, installs).map((file) => ({ file, leaving: file.owners })),
  ].flatMap(({ file, leaving }) => planFile(file, leaving, machine))
  return {
    changes: planned.flatMap(({ change }) => (change === undefined ? [] : [change])),
    installs: [
      ...recorded.filter((each) => !isTouched(each)).map(({ file }) => file),
      ...planned.flatMap(({ left }) => (left === undefined ? [] : [left])),
    ],
    backups: planned.flatMap(({ backup }) => (backup === undefined ? [] : [backup])),
    folders: [...new Set(planned.flatMap(({ folders }) => folders))].toSorted((a, b) => b.length - a.length),
  }
}

function isLeaving(owner: Owner, { agents, scope }: UninstallRequest, { projectTop }: Machine): boolean {
  if (!agents.some(({ name }) => name === owner.agent)) return false
  if (scope !== undefined && scope !== owner.scope) return false
  return owner.scope === 'user' || owner.project === projectTop
}

/** Files where pieces of ours may stand though no record says so. */
function unrecorded(
  request: UninstallRequest,
  machine: Machine,
  installs: readonly InstalledFile[],
): readonly InstalledFile[] {
  const { agents, scope } = request
  const files = agents.flatMap((agent) =>
    agent.scopes
      .filter((each) => scope === undefined || each === scope)
      .flatMap((each) =>
        piecesOf(agent, each, machine).map(({ path }) => ({ path, owner: ownerAt(agent, each, machine) })),
      ),
  )
  const unknown = files
    .filter(({ path }) => !installs.some((file) => file.path === path))
    .filter(({ path }) => path !== launcherPath(machine) || !isStillStarted(request, machine))
  return [...Map.groupBy(unknown, ({ path }) => path)].map(([path, found]) => ({
    path,
    owners: found.map(({ owner }) => owner),
    before: null,
    after: '',
    made: [],
    folders: [],
  }))
}

/** Whether hooks that stay here, of another agent or scope, start the launcher. */
function isStillStarted({ agents, scope }: UninstallRequest, machine: Machine): boolean {
  return AGENTS.some((agent) =>
    agent.scopes
      .filter((each) => !agents.includes(agent) || (scope !== undefined && each !== scope))
      .flatMap((each) => agent.listPieces(machine, each))
      .some(
        (piece) =>
          (piece.part === 'hooks' || piece.part === 'prompt') &&
          piece.kind !== 'default' &&
          standingOf(findHostText(piece.path), piece) !== 'absent',
      ),
  )
}

/** Undefined where the file is such that nothing of ours can stand there, or can't be read. */
function standingOf(text: string | undefined, piece: Piece): Standing | undefined {
  try {
    return findStanding(text, piece)
  } catch (error) {
    if (error instanceof HostFileProblem) return undefined
    throw error
  }
}

function ownerAt(agent: Agent, scope: Scope, { projectTop }: Machine): Owner {
  return { agent: agent.name, scope, parts: [], ...(scope !== 'user' && { project: projectTop }) }
}

interface PlannedFile {
  readonly change: UninstallPlan['changes'][number] | undefined
  /** What the record says of the file from now on. */
  readonly left: InstalledFile | undefined
  readonly backup: string | undefined
  readonly folders: readonly string[]
}

function planFile(file: InstalledFile, leaving: readonly Owner[], machine: Machine): readonly PlannedFile[] {
  const { path } = file
  const staying = file.owners.filter((owner) => !leaving.includes(owner))
  const kept = new Set(staying.flatMap((owner) => piecesIn(path, owner, machine)).map(pieceKey))
  const isStartedByGit = (file.gitHooks ?? []).length > 0
  const isKept = staying.length > 0 || isStartedByGit
  const launcher = file.gitHooks && launcherPiece(machine)
  const pieces = [
    ...leaving.flatMap((owner) => piecesIn(path, owner, machine)),
    ...(launcher === undefined ? [] : [launcher]),
  ].filter((piece) => !isStartedByGit && !kept.has(pieceKey(piece)))
  const isRecorded = file.after !== ''
  try {
    const { target, text } = readHostFile(path, boundsOf(path, leaving[0]?.scope ?? 'user', machine))
    if (text === undefined)
      return [{ change: undefined, left: undefined, backup: undefined, folders: file.folders }]
    const made = isRecorded ? file.made : heldByOurs(text, pieces)
    const after = isKept
      ? withoutPieces(text, pieces, made)
      : textAfter(text, { ...file, made }, pieces, machine)
    if (!isRecorded && after === text) return []
    const isAsWritten = isRecorded && hashOf(text) === file.after
    const isEdited = !isAsWritten && ((isRecorded && after === undefined) || standsOtherwise(text, pieces))
    return [
      {
        change: {
          path,
          target,
          before: text,
          after,
          mode: undefined,
          parts: [],
          outcome: outcomeOf(text, after, file),
        },
        left: isKept ? { ...file, owners: staying, after: hashOf(after ?? '') } : undefined,
        // What a person wrote into what is ours goes with it: a copy stays.
        backup: isEdited ? text : undefined,
        folders: isKept ? [] : isRecorded ? file.folders : foldersOfOurs(path, after, machine),
      },
    ]
  } catch (error) {
    if (error instanceof HostFileProblem) throw hostFileError(error, path, '')
    throw error
  }
}

/** Whether something of ours stands otherwise than any version of it that is put there now. */
function standsOtherwise(text: string, pieces: readonly Piece[]): boolean {
  const right = pieces.filter((piece) => standingOf(text, piece) === 'present').map(pieceKey)
  return pieces.some((piece) => standingOf(text, piece) === 'outdated' && !right.includes(pieceKey(piece)))
}

/** Lists and objects that something of ours stands in: those in which nothing else stands are to go with it. */
function heldByOurs(text: string, pieces: readonly Piece[]): readonly (readonly string[])[] {
  const held = pieces.flatMap(containersOf).filter((at) => holdsItems(text, at))
  return [...new Map(held.map((at) => [at.join('\n'), at])).values()].toSorted((a, b) => b.length - a.length)
}

/** Folders that are nobody's but ours. */
function foldersOfOurs(path: string, after: string | undefined, machine: Machine): readonly string[] {
  const folder = dirname(path)
  const isOurs = basename(folder) === SKILL_NAME || path === launcherPath(machine)
  return after === undefined && isOurs ? [folder] : []
}

/** The bytes from before where nobody wrote since; else all but ours. */
function textAfter(
  text: string,
  file: InstalledFile,
  pieces: readonly Piece[],
  { varveHome }: Machine,
): string | undefined {
  const original = file.before === null ? undefined : readBackup(varveHome, file.before)
  const canRestore = file.before === null || original !== undefined
  if (canRestore && hashOf(text) === file.after) return original
  const left = withoutPieces(text, pieces, file.made)
  if (left === undefined) return original
  return left !== text && isOfOurMaking(file) && holdsNothing(left, pieces) ? undefined : left
}

/** Of a file without record it can't be told, and one that holds nothing but ours is of no use to anybody. */
function isOfOurMaking(file: InstalledFile): boolean {
  return file.before === null
}

/** Blanks, an empty object, or one with nothing but what such a file has to state. */
function holdsNothing(text: string, pieces: readonly Piece[]): boolean {
  if (text.replace('\uFEFF', '').trim() === '') return true
  const needed = new Set(pieces.flatMap((piece) => (piece.kind === 'default' ? [piece.at[0]] : [])))
  const isJson = pieces.some(({ kind }) => kind === 'hook' || kind === 'member')
  return isJson && !/\/[/*]/.test(text) && Object.keys(readJsonValue(text)).every((name) => needed.has(name))
}

function outcomeOf(text: string, after: string | undefined, file: InstalledFile): FileOutcome {
  if (after === undefined) return 'removed'
  if (after === text) return 'unchanged'
  return file.before === hashOf(after) ? 'restored' : 'changed'
}

function piecesIn(path: string, { agent, scope, project }: Owner, machine: Machine): readonly Piece[] {
  // All of them, whatever this build could install: an older one may have.
  const there: Machine = { ...machine, projectTop: project ?? machine.projectTop, hasMcp: true }
  const all = [...piecesOf(getAgent(agent), scope, there), ...getAgent(agent).listPieces(there, scope)]
  return all.filter((piece) => piece.path === path)
}
