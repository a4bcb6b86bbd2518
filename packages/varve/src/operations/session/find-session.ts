import { type Session, type StoreReader, VarveError } from '@varve/core'

const SHORTEST = 4
const SHORTEST_COMMIT = 7

/** The one session that an id, the start of one, the agent's own id or a commit names. */
export function findSession(reader: StoreReader, typed: string): Session {
  const found = namedBy(reader, typed)
  const [first, second] = found
  if (first === undefined) {
    throw new VarveError('not_found', `no such session: ${typed}`, {
      subjects: [typed],
      fix: ['varve session list'],
    })
  }
  if (second === undefined) return first
  throw new VarveError('ambiguous_id', `${typed} could be ${found.map(({ id }) => id).join(' or ')}`, {
    subjects: found.map(({ id }) => id),
    fix: ['varve session list --json'],
  })
}

function namedBy(reader: StoreReader, typed: string): readonly Session[] {
  const whole = reader.session(typed) ?? reader.session(`s_${typed}`)
  if (whole !== undefined) return [whole]
  const sessions = reader.sessions()
  const named = sessions.filter(({ external_id }) => external_id === typed)
  if (named.length > 0 || typed.length < SHORTEST) return named
  const digits = typed.replace(/^s_/, '')
  const byId = sessions.filter(
    ({ id, external_id }) => id.startsWith(`s_${digits}`) || external_id.startsWith(typed),
  )
  if (byId.length > 0 || typed.length < SHORTEST_COMMIT) return byId
  return sessions.filter(({ commits }) => commits.some(({ sha }) => sha.startsWith(typed)))
}
