import { VarveError } from '@varve/core'
import {
  createTeamCarrier,
  type NumberedRecord,
  type TeamAdministration,
  type TeamJournal,
  type TeamServer,
} from '@varve/core/sync'
import type { TeamTimes } from '../../operations/context.ts'
import { type CallTeam, callTeam } from './call-team.ts'

/** Records of which text is erased in one call: each may have a MiB. */
const ERASED_AT_ONCE = 16

export interface HttpTeamOptions extends TeamTimes {
  readonly token: string | undefined
  wait(ms: number): Promise<void>
}

/** A team's server over HTTP, as whoever holds the token. */
export function openHttpTeam(url: string, project: string, options: HttpTeamOptions): TeamServer {
  const { token, statementTimeoutMs, wait } = options
  if (token === undefined) throw noToken()
  const ending = new AbortController()
  const { place, call } = callTeam({
    url,
    token,
    project,
    timeoutMs: statementTimeoutMs,
    signal: ending.signal,
    wait,
  })
  const close = async () => ending.abort()
  const journal = async () => journalOver(call, (await call('server', {})).remote, place, close)
  return {
    place,
    administration: administrationOver(call),
    async install() {
      throw new VarveError(
        'team_refused',
        `whoever administers the database behind ${place} makes the project`,
        {
          fix: ['VARVE_TEAM_URL=postgresql://user:password@host/database varve team create <name>'],
        },
      )
    },
    journal,
    carrier: async () => createTeamCarrier(await journal()),
    close,
  }
}

function journalOver(call: CallTeam, remote: string, shown: string, close: () => Promise<void>): TeamJournal {
  return {
    remote,
    shown,
    head: () => call('head', {}),
    page: (after) => call('page', { after }),
    async append(expected, records, { rows, gone }) {
      const sent = records.map((record) => ({ ...record }))
      const head = await call('append', { expected, records: sent, rows: [...rows], gone: [...gone] })
      return head ?? undefined
    },
    projection: (after) => call('projection', { after: after ?? null }),
    async erase(records) {
      let isMine = true
      for (let at = 0; at < records.length; at += ERASED_AT_ONCE) {
        const some = records.slice(at, at + ERASED_AT_ONCE).map(sentRecord)
        isMine = (await call('erase', { records: some })) && isMine
      }
      return isMine
    },
    close,
  }
}

function sentRecord({ at, record }: NumberedRecord) {
  return { at, record: { ...record } }
}

function administrationOver(call: CallTeam): TeamAdministration {
  return {
    async facts() {
      const { schema, slug, ...rest } = await call('facts', {})
      return { ...rest, schema: schema ?? undefined, slug: slug ?? undefined }
    },
    async create() {
      throw new VarveError('team_refused', 'a project is made in the database itself')
    },
    async setMember(user, role) {
      await call('set-member', { user, role })
    },
    async removeMember(user) {
      await call('remove-member', { user })
    },
    membersWithoutRole: () => call('members-without-role', {}),
    loginRoles: () => call('login-roles', {}),
    identity: () => call('identity', {}),
    tokens: () => call('tokens', {}),
    async issueToken({ expires, ...token }) {
      await call('issue-token', { ...token, expires: expires ?? null })
    },
    async revokeToken(id) {
      await call('revoke-token', { id })
    },
  }
}

function noToken(): VarveError {
  return new VarveError(
    'team_missing',
    'no token for the team’s server: VARVE_TEAM_TOKEN, or team.token in your configuration',
    {
      fix: ['VARVE_TEAM_TOKEN=<token> varve team status'],
    },
  )
}
