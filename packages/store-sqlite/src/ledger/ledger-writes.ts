import { sha256 } from '@varve/core'
import type { Decision, KeptPart, KeptPass, Pass, SessionState } from '@varve/core/fidelity'
import type { Connection } from '../connection.ts'
import { LEVELS, PINS } from './ledger-reads.ts'
import type { SqliteLedger } from './sqlite-ledger.ts'

export interface LedgerOptions {
  /** Whether originals are kept, for a session that begins again elsewhere. Secrets in them are masked. */
  readonly keepOriginals?: boolean
  readonly redact?: (text: string) => string
  readonly now: () => number
  readonly counter?: string
  /** Of the settings, to tell decisions apart that were made under others. */
  readonly configHash?: string
}

export function ledgerWrites(
  connection: Connection,
  options: LedgerOptions,
): Pick<SqliteLedger, 'append' | 'remember' | 'replaceSession' | 'cache' | 'putPins' | 'purgeSession'> {
  return {
    append: (sessionId, kept, state) =>
      connection.transact('fit', () => {
        const last = connection.get<{ n: number | null }>(
          'SELECT max(pass) AS n FROM fid_pass WHERE session_id = ?',
          sessionId,
        )
        if ((last?.n ?? 0) !== kept.pass.pass - 1) return 'stale'
        putKept(connection, sessionId, kept, state, options)
        return 'kept'
      }),
    replaceSession: (sessionId, kept, { state, configHash, mayReplace }) =>
      connection.transact('fit', () => {
        const known = connection.get<{ hash: string }>(
          'SELECT config_hash AS hash FROM fid_session WHERE session_id = ?',
          sessionId,
        )
        if (known !== undefined && !mayReplace(known.hash)) return 'refused'
        clearDecisions(connection, sessionId)
        for (const each of kept) putKept(connection, sessionId, each, state, { ...options, configHash })
        return 'kept'
      }),
    remember: (sessionId, state) =>
      connection.transact('fit', () => {
        const { call = 0, profile = 'default' } = state.passes.at(-1) ?? {}
        putSession(connection, sessionId, { call, profile }, state, options)
      }),
    cache: (kind, key, value) =>
      connection.transact('fit', () => {
        connection.run('INSERT OR REPLACE INTO fid_cache VALUES (?, ?, ?)', kind, key, value)
      }),
    putPins: (sessionId, pins) =>
      connection.transact('fit pin', () => {
        connection.run(
          'INSERT OR REPLACE INTO fid_cache VALUES (?, ?, ?)',
          PINS,
          sessionId,
          JSON.stringify(pins),
        )
      }),
    purgeSession: (sessionId) => connection.transact('purge', () => purgeSession(connection, sessionId)),
  }
}

function putKept(
  connection: Connection,
  sessionId: string,
  kept: KeptPass,
  state: SessionState,
  options: LedgerOptions,
): void {
  putSession(connection, sessionId, kept.pass, state, options)
  putPass(connection, sessionId, kept, options)
  for (const decision of kept.decisions) putDecision(connection, sessionId, decision)
  for (const part of kept.parts) putPart(connection, sessionId, part, options)
}

function putSession(
  connection: Connection,
  sessionId: string,
  { profile, call }: Pick<Pass, 'profile' | 'call'>,
  { memory }: SessionState,
  { now, counter = 'est2', configHash = '' }: LedgerOptions,
): void {
  const at = new Date(now()).toISOString()
  const ratios = memory?.ratios ?? []
  connection.run(
    `INSERT INTO fid_session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE SET profile = excluded.profile, config_hash = excluded.config_hash,
       state = excluded.state, calibration = excluded.calibration, calls = excluded.calls, updated_at = excluded.updated_at`,
    sessionId,
    profile,
    configHash,
    counter,
    JSON.stringify(memory ?? null),
    ratios.at(-1) ?? 1,
    call,
    at,
    at,
  )
}

function putPass(
  connection: Connection,
  sessionId: string,
  { pass }: KeptPass,
  options: LedgerOptions,
): void {
  const at = new Date(options.now()).toISOString()
  const cost = JSON.stringify({ reclaimed: pass.reclaimed, undoes: pass.undoes })
  connection.run(
    'INSERT INTO fid_pass VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)',
    sessionId,
    pass.pass,
    pass.call,
    pass.trigger,
    pass.before,
    pass.after,
    pass.firstChanged,
    cost,
    options.configHash ?? '',
    at,
  )
}

function putDecision(connection: Connection, sessionId: string, decision: Decision): void {
  const { seq, pass, key, level, action, text, reason, gain, tokensBefore, tokensAfter, p } = decision
  const render = text === null ? null : sha256(text)
  if (render !== null) connection.run('INSERT OR IGNORE INTO fid_text VALUES (?, ?)', render, text)
  connection.run(
    'INSERT INTO fid_decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    sessionId,
    seq,
    pass,
    key,
    LEVELS.indexOf(level),
    action,
    render,
    decision.class,
    p ?? null,
    reason,
    gain,
    tokensBefore,
    tokensAfter,
  )
}

function putPart(
  connection: Connection,
  sessionId: string,
  { part, handle, tokens, target }: KeptPart,
  { keepOriginals, redact = (text) => text }: LedgerOptions,
): void {
  const text = redact(part.text)
  const hash = sha256(text)
  connection.run(
    'INSERT OR IGNORE INTO fid_part VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?, ?)',
    sessionId,
    part.key,
    part.kind,
    part.tool ?? null,
    target?.operation ?? null,
    target?.path ?? null,
    tokens,
    hash,
    handle,
  )
  if (keepOriginals !== true) return
  connection.run('INSERT OR IGNORE INTO fid_original VALUES (?, ?, ?)', hash, text, text.length)
}

/** What models wrote is kept by the hash of its source: which session it came from isn't known, so all of it goes. */
function purgeSession(connection: Connection, sessionId: string): number {
  const count = clearSession(connection, sessionId)
  connection.run('DELETE FROM fid_cache WHERE kind <> ? OR key = ?', PINS, sessionId)
  return count
}

/** What a replay decided, which the same replay decides again. Originals and their handles stay. */
function clearDecisions(connection: Connection, sessionId: string): number {
  connection.run('INSERT INTO purge_guard VALUES (1)')
  const count = connection.run('DELETE FROM fid_decision WHERE session_id = ?', sessionId)
  for (const table of ['fid_pass', 'fid_session'])
    connection.run(`DELETE FROM ${table} WHERE session_id = ?`, sessionId)
  connection.run('DELETE FROM purge_guard')
  return count
}

/** Texts that no other session shows go too. */
function clearSession(connection: Connection, sessionId: string): number {
  const count = clearDecisions(connection, sessionId)
  connection.run('INSERT INTO purge_guard VALUES (1)')
  connection.run('DELETE FROM fid_part WHERE session_id = ?', sessionId)
  connection.run(
    'DELETE FROM fid_text WHERE sha256 NOT IN (SELECT render FROM fid_decision WHERE render IS NOT NULL)',
  )
  connection.run('DELETE FROM fid_original WHERE sha256 NOT IN (SELECT sha256 FROM fid_part)')
  connection.run('DELETE FROM purge_guard')
  return count
}
