import { existsSync, rmSync } from 'node:fs'
import { type Issue, type JournalRecord, type RecordId, type Store, VarveError } from '@varve/core'
import {
  type Direction,
  type Exchanged,
  exchangeRecords,
  type Pulled,
  type TeamServer,
} from '@varve/core/sync'
import { refreshCache } from '../cache/refresh-cache.ts'
import type { OperationContext, TeamTimes } from '../context.ts'
import { importFiles } from '../import.ts'
import { eraseFromMirror } from '../mirror/erase-from-mirror.ts'
import { listUnknownEntries } from '../mirror/list-unknown-entries.ts'
import { findMirror } from '../mirror/mirror-place.ts'
import { parseInput } from '../parse-input.ts'
import { createFolderCarrier } from './folder-carrier.ts'
import { writeKnowledgeFiles } from './knowledge-files.ts'
import { recordFolders } from './record-folders.ts'

export interface ExchangeRequest {
  readonly direction: Direction
  /** The folder to exchange with, and nothing else. */
  readonly dir?: string | undefined
  /** Read all of the server's journal again. */
  readonly full?: boolean
  /** Leave folders alone. */
  readonly teamOnly?: boolean
  readonly times?: TeamTimes
}

/** What came of an exchange with every carrier that there is. */
export interface Exchange {
  readonly pulled: number
  readonly pushed: number
  readonly erased: number
  readonly quarantined: number
  /** With a team's server. */
  readonly team?: Exchanged & { readonly place: string }
  /** The folders, as a person would name them. */
  readonly folders: readonly string[]
  readonly issues: readonly Issue[]
}

/**
 * Exchanges records with folders that git carries and with the team's server. Folders come first: what keeps
 * the server from answering must not keep them.
 */
export async function exchange(context: OperationContext, request: ExchangeRequest): Promise<Exchange> {
  const { direction, dir, full = false, teamOnly = false } = request
  const store = context.writingInPlace()
  const options = { ...context.patience, full }
  const mirror = dir === undefined && !teamOnly ? findMirror(context) : undefined
  const folders = teamOnly ? [] : recordFolders(context, { dir, mirror })
  const carriers = folders.map((folder) => createFolderCarrier(folder, () => store))
  const pulls: Exchanged[] = []
  for (const carrier of carriers) pulls.push(await exchangeRecords(store, carrier, 'pull', options))
  // What has no event was written by hand or by another tool: it becomes a record here, and is given out.
  const foreign = mirror === undefined ? [] : listUnknownEntries(mirror.entries, store)
  if (foreign.length > 0)
    await importFiles.run(parseInput(importFiles, { paths: ['leanspec', ...foreign] }), context)
  const withTeam = dir === undefined && context.hasTeam()
  const { team, pulled: fromTeam, failure } = withTeam ? await tryTeam(context, store, request) : NO_TEAM
  const given = new Set<RecordId>()
  if (direction !== 'pull') {
    for (const carrier of carriers) {
      const lacking = carrier.outgoing(store)
      await exchangeRecords(store, carrier, 'push', options)
      for (const id of lacking) given.add(id)
    }
  }
  // What somebody else purged lies here as it was until now.
  const purged = [
    ...new Set([...pulls, ...fromTeam, ...(team === undefined ? [] : [team])].flatMap((each) => each.purged)),
  ]
  const erased = [
    ...carriers.flatMap((carrier) => carrier.erasePurged(store)),
    ...(mirror === undefined ? [] : eraseFromMirror(mirror, store, purged)),
  ]
  const exchanged = [...pulls, ...(team === undefined ? [] : [team])]
  finish(
    context,
    store,
    [...pulls, ...fromTeam].flatMap((each) => each.taken),
  )
  if (failure !== undefined) throw failure.error
  const quarantined = exchanged.reduce((sum, each) => sum + each.quarantined, 0)
  return {
    pulled: exchanged.reduce((sum, each) => sum + each.taken.length, 0),
    pushed: given.size + (team?.pushed ?? 0),
    erased: erased.length,
    quarantined,
    ...(team === undefined ? {} : { team }),
    folders: folders.map(({ shown }) => shown),
    issues: exchanged.flatMap((each) => each.issues),
  }
}

/** What came of the exchange with a team; what it had pulled when it failed is in the store all the same. */
interface TeamTried {
  readonly team?: Exchanged & { readonly place: string }
  readonly pulled: readonly Pulled[]
  readonly failure?: { readonly error: unknown }
}

const NO_TEAM: TeamTried = { pulled: [] }

async function tryTeam(
  context: OperationContext,
  store: Store,
  request: ExchangeRequest,
): Promise<TeamTried> {
  const pulled: Pulled[] = []
  try {
    return { team: await exchangeWithTeam(context, store, request, (each) => pulled.push(each)), pulled }
  } catch (error) {
    return { pulled, failure: { error } }
  }
}

async function exchangeWithTeam(
  context: OperationContext,
  store: Store,
  { direction, full = false, times = {} }: ExchangeRequest,
  onPulled: (pulled: Pulled) => void,
): Promise<Exchanged & { readonly place: string }> {
  let server: TeamServer | undefined
  let ending: NodeJS.Timeout | undefined
  try {
    server = await context.openTeam(times)
    ending = closeLater(server, times)
    const exchanged = await exchangeRecords(store, await server.carrier(), direction, {
      ...context.patience,
      full,
      onPulled,
    })
    return { ...exchanged, place: server.place }
  } catch (error) {
    throw direction === 'pull' ? error : keptHere(error)
  } finally {
    clearTimeout(ending)
    await server?.close()
  }
}

function closeLater(server: TeamServer, { closeAfterMs }: TeamTimes): NodeJS.Timeout | undefined {
  return closeAfterMs === undefined ? undefined : setTimeout(() => void server.close(), closeAfterMs).unref()
}

/** The same error, which says that nothing is lost by it. */
function keptHere(error: unknown): unknown {
  if (!VarveError.isInstance(error) || error.code !== 'team_unreachable') return error
  const { message, subjects, fix, cause } = error
  return new VarveError('team_unreachable', `${message}; what was to be sent is kept`, {
    subjects,
    fix,
    cause,
  })
}

/** Brings what is kept beside the store up to date with what came in. */
function finish(context: OperationContext, store: Store, taken: readonly JournalRecord[]): void {
  const isErased = taken.some(({ operations }) => operations.some(({ op }) => op === 'purge'))
  if (isErased) {
    store.scrub()
    rmSync(context.place.startsDir, { recursive: true, force: true })
    refreshCache(context)
  }
  // Rendered only where somebody has it rendered: it can be made again at any time.
  if (taken.length > 0 && existsSync(context.place.cacheDir)) {
    if (!isErased) refreshCache(context)
    writeKnowledgeFiles(context, store)
  }
}
