import { type EntryId, entryId, isEntryId, type StoreReader, VarveError } from '@varve/core'
import { isSecret } from './is-secret.ts'

const SHORTEST_PREFIX = 4
const SHOWN_CANDIDATES = 8

/** The one entry that an id or a unique prefix of it names. Throws `not_found` or `ambiguous_id`. */
export function findEntry(reader: StoreReader, typed: string): EntryId {
  const found = findEntryIfAny(reader, typed)
  if (found) return found
  throw new VarveError('not_found', `not found: ${typed}`, { subjects: [typed], fix: ['varve list'] })
}

/** The same, but undefined where nothing has such an id. */
export function findEntryIfAny(reader: StoreReader, typed: string): EntryId | undefined {
  if (!isEntryId(typed)) {
    throw new VarveError('invalid_value', `not an id: ${JSON.stringify(typed.slice(0, 80))}`, {
      fix: ['varve list'],
    })
  }
  if (reader.entry(typed)) return typed
  if (typed.length < SHORTEST_PREFIX) {
    throw new VarveError(
      'usage',
      `${typed} is too short: an id's first ${SHORTEST_PREFIX} characters at least`,
      {
        subjects: [typed],
        fix: ['varve list'],
      },
    )
  }
  const [first, ...others] = reader.entryIdsByPrefix(typed, SHOWN_CANDIDATES + 1)
  if (first === undefined || others.length === 0) return first
  const candidates = [first, ...others].slice(0, SHOWN_CANDIDATES)
  throw new VarveError('ambiguous_id', `${typed} could be ${candidates.join(', ')}`, {
    subjects: candidates,
    fix: candidates.map((id) => `varve show ${id}`),
  })
}

/** The end of an edge: an entry that is there, or an id that may arrive later. */
export function findTarget(reader: StoreReader, typed: string, redact: (text: string) => string): EntryId {
  const id = entryId(typed)
  const found = typed.length < SHORTEST_PREFIX ? reader.entry(id)?.id : findEntryIfAny(reader, typed)
  if (found !== undefined) return found
  if (!isSecret(typed, { redact })) return id
  throw new VarveError('invalid_value', 'this looks like a secret, not like an id', { fix: ['varve list'] })
}
