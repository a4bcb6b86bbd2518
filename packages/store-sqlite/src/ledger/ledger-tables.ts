// Decisions on live windows. They are local, and no part of the journal: nothing here is folded or synced. A decision
// is never changed, and only a purge, which holds a row in `purge_guard` while it runs, takes one away.
export const LEDGER_TABLES = `
CREATE TABLE fid_session (
  session_id TEXT PRIMARY KEY, profile TEXT NOT NULL, config_hash TEXT NOT NULL, counter TEXT NOT NULL,
  state TEXT NOT NULL, calibration REAL NOT NULL, calls INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE TABLE fid_part (
  session_id TEXT NOT NULL, key TEXT NOT NULL, part_id TEXT, kind TEXT NOT NULL, tool TEXT, op TEXT, path TEXT,
  tokens INTEGER NOT NULL, sha256 TEXT NOT NULL, handle TEXT NOT NULL, PRIMARY KEY (session_id, key)
);
CREATE UNIQUE INDEX fid_part_handle ON fid_part (session_id, handle);
CREATE TABLE fid_pass (
  session_id TEXT NOT NULL, pass INTEGER NOT NULL, call INTEGER NOT NULL, trigger TEXT NOT NULL, before INTEGER NOT NULL,
  after INTEGER NOT NULL, first_changed TEXT NOT NULL, cost TEXT NOT NULL, config_hash TEXT NOT NULL, plan_id TEXT, at TEXT,
  PRIMARY KEY (session_id, pass)
);
CREATE TABLE fid_decision (
  session_id TEXT NOT NULL, seq INTEGER NOT NULL, pass INTEGER NOT NULL, key TEXT NOT NULL, level INTEGER NOT NULL,
  action TEXT NOT NULL, render TEXT, class INTEGER NOT NULL, p REAL, reason TEXT NOT NULL,
  gain INTEGER NOT NULL, tokens_before INTEGER NOT NULL, tokens_after INTEGER NOT NULL,
  PRIMARY KEY (session_id, seq)
);
CREATE TABLE fid_text (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE fid_original (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE fid_cache (kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, key));
CREATE TABLE IF NOT EXISTS purge_guard (n INTEGER PRIMARY KEY);
CREATE TRIGGER fid_decision_no_update BEFORE UPDATE ON fid_decision
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER fid_decision_no_delete BEFORE DELETE ON fid_decision WHEN NOT EXISTS (SELECT 1 FROM purge_guard)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
`
