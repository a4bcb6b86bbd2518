import type { Decision, Level, Pass, SessionState } from '@varve/core/fidelity'
import type { Connection } from '../connection.ts'
import { parseStored } from '../stored-json.ts'
import type { LedgerPart, LedgerSession, SessionPins, SqliteLedger } from './sqlite-ledger.ts'

export const LEVELS: readonly Level[] = ['full', 'compressed', 'placeholder']

/** The kind under which the pins of a session lie. */
export const PINS = 'pins'

interface PassRow extends Omit<Pass, 'profile' | 'reclaimed' | 'firstChanged' | 'undoes'> {
  readonly cost: string
  readonly first_changed: string
}

interface DecisionRow extends Omit<Decision, 'level' | 'text' | 'p' | 'tokensBefore' | 'tokensAfter'> {
  readonly level: number
  readonly text: string | null
  readonly p: number | null
  readonly tokens_before: number
  readonly tokens_after: number
}

export function ledgerReads(
  connection: Connection,
): Pick<SqliteLedger, 'load' | 'findOriginal' | 'findCached' | 'sessions' | 'findParts' | 'findPins'> {
  return {
    load: (sessionId) => loadSession(connection, sessionId),
    findOriginal: (sessionId, key) =>
      connection.get<{ text: string }>(
        'SELECT o.text FROM fid_part p JOIN fid_original o USING (sha256) WHERE p.session_id = ? AND p.key = ?',
        sessionId,
        key,
      )?.text,
    findCached: (kind, key) =>
      connection.get<{ value: string }>('SELECT value FROM fid_cache WHERE kind = ? AND key = ?', kind, key)
        ?.value,
    findParts: (handle, sessionId) =>
      connection.all<LedgerPart>(
        `SELECT p.session_id AS session, p.key, p.tool, coalesce(p.path, c.path) AS path
         FROM fid_part p LEFT JOIN fid_part c ON c.session_id = p.session_id AND c.key = 'c:' || substr(p.key, 3)
         WHERE p.handle = ? AND (? IS NULL OR p.session_id = ?) ORDER BY p.session_id`,
        handle,
        sessionId ?? null,
        sessionId ?? null,
      ),
    findPins: (sessionId) =>
      parseStored<SessionPins>(
        connection.get<{ value: string }>(
          'SELECT value FROM fid_cache WHERE kind = ? AND key = ?',
          PINS,
          sessionId,
        )?.value,
      ),
    sessions: () =>
      connection.all<LedgerSession>(
        `SELECT session_id AS id, profile, calls, updated_at AS updated, config_hash AS configHash,
           (SELECT count(*) FROM fid_pass p WHERE p.session_id = s.session_id) AS passes
         FROM fid_session s ORDER BY updated_at DESC, session_id`,
      ),
  }
}

/** One moment of a session: its passes and decisions of one transaction, never a mix (CAM-102). */
function loadSession(connection: Connection, sessionId: string): SessionState | undefined {
  const session = connection.get<{ profile: string; state: string }>(
    'SELECT profile, state FROM fid_session WHERE session_id = ?',
    sessionId,
  )
  if (session === undefined) return undefined
  const passes = connection.all<PassRow>(
    'SELECT pass, call, trigger, before, after, first_changed, cost FROM fid_pass WHERE session_id = ? ORDER BY pass',
    sessionId,
  )
  const last = passes.at(-1)?.pass ?? 0
  // A pass that another process adds between the two reads is left out with its decisions.
  const decisions = connection.all<DecisionRow>(
    `SELECT seq, pass, key, level, action, t.text, class, p, reason, gain, tokens_before, tokens_after
     FROM fid_decision d LEFT JOIN fid_text t ON t.sha256 = d.render
     WHERE session_id = ? AND pass <= ? ORDER BY seq`,
    sessionId,
    last,
  )
  const memory = parseStored<NonNullable<SessionState['memory']>>(session.state)
  return {
    version: 1,
    passes: passes.map((row) => passOf(row, session.profile)),
    decisions: decisions.map(decisionOf),
    sessionId,
    ...(memory === undefined ? {} : { memory }),
  }
}

function passOf({ first_changed: firstChanged, cost, ...row }: PassRow, profile: string): Pass {
  const undoes = parseStored<{ readonly undoes?: number }>(cost)?.undoes
  const pass = { ...row, profile, reclaimed: row.before - row.after, firstChanged }
  return undoes === undefined ? pass : { ...pass, undoes }
}

function decisionOf({ level, p, tokens_before, tokens_after, ...row }: DecisionRow): Decision {
  const sizes = { tokensBefore: tokens_before, tokensAfter: tokens_after }
  return { ...row, ...sizes, level: LEVELS[level] ?? 'full', ...(p === null ? {} : { p }) }
}
