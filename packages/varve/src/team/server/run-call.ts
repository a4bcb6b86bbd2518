import { entryId, type JournalRecord, VarveError } from '@varve/core'
import { type GatewayTeam, proveCarried } from '@varve/core/sync'
import type { CallInput, CallName, CallResults } from '../team-calls.ts'

type Runs = {
  readonly [C in CallName]: (
    team: GatewayTeam,
    input: CallInput<C>,
    project: string,
  ) => Promise<CallResults[C]>
}

/** What each call does, as the member who asks: what they may not, the database refuses. */
export const RUNS: Runs = {
  server: async ({ journal: { remote } }) => ({ remote }),
  head: ({ journal }) => journal.head(),
  page: ({ journal }, { after }) => journal.page(after),
  async append({ journal }, { expected, records, rows, gone }, project) {
    const proven = records.map((value) => provenRecord(value, project))
    const change = { rows: rows.map((row) => ({ ...row, id: entryId(row.id) })), gone: gone.map(entryId) }
    return (await journal.append(expected, proven, change)) ?? null
  },
  projection: ({ journal }, { after }) => journal.projection(after ?? undefined),
  erase: ({ journal }, { records }, project) =>
    journal.erase(records.map(({ at, record }) => ({ at, record: provenRecord(record, project) }))),
  async facts({ administration }) {
    const { schema, slug, ...rest } = await administration.facts()
    return { ...rest, schema: schema ?? null, slug: slug ?? null }
  },
  'set-member': ({ administration }, { user, role }) => done(administration.setMember(user, role)),
  'remove-member': ({ administration }, { user }) => done(administration.removeMember(user)),
  'members-without-role': ({ administration }) => administration.membersWithoutRole(),
  'login-roles': ({ administration }) => administration.loginRoles(),
  identity: ({ administration }) => administration.identity(),
  tokens: ({ administration }) => administration.tokens(),
  'issue-token': ({ administration }, { expires, ...token }) =>
    done(administration.issueToken({ ...token, ...(expires !== null && { expires }) })),
  'revoke-token': ({ administration }, { id }) => done(administration.revokeToken(id)),
}

async function done(work: Promise<void>): Promise<null> {
  await work
  return null
}

/** A record is what its hash says, and of this project: no client is believed. */
function provenRecord(value: Readonly<Record<string, unknown>>, project: string): JournalRecord {
  const id = typeof value.id === 'string' ? value.id : ''
  const proven = proveCarried({ at: 0, author: null, id, value }, project, 'the call')
  if (proven.kind === 'record') return proven.record
  const why = proven.kind === 'newer' ? 'was written by a newer Varve than the server runs' : 'is not whole'
  throw new VarveError('invalid_value', `record ${id} ${why}`, { fix: ['varve doctor'] })
}
