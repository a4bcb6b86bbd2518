import { ACCESS_TABLE } from './access-table.ts'
import type { Connection } from './connection.ts'
import { HAS_FLAGS } from './entry-query.ts'
import { LEDGER_TABLES } from './ledger/ledger-tables.ts'
import { REMOTE_TABLES } from './remote-tables.ts'
import { fillIndex, SEARCH_INDEX, SEARCH_VOCABULARY } from './search-index.ts'
import { SESSION_TABLES } from './session-tables.ts'
import { VECTOR_TABLES } from './vectors.ts'

/** One step from the schema before it. A step never rewrites the journal's tables. */
export interface Migration {
  readonly version: number
  readonly sql: string
  /** What SQL can't say of the step; runs after it. */
  readonly fill?: (connection: Connection) => void
}

/** `varv`, in the file's header: tells our file from any other SQLite database. */
export const APPLICATION_ID = 0x76617276

// The journal (meta, records, operations, operation_entities, mentions) is what is true; all the
// rest can be made again from it. A `sum` tells a damaged row when it is read, long before anyone
// proves the record's hash. Wide columns stand last in their tables, so that a scan of the
// narrow ones doesn't touch them.
const FIRST = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE records (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  stage TEXT NOT NULL,
  size INTEGER NOT NULL,
  hash TEXT NOT NULL,
  sum INTEGER NOT NULL,
  header TEXT NOT NULL
);
CREATE TABLE operations (n INTEGER PRIMARY KEY, sum INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE operation_entities (
  entity TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (entity, n)
) WITHOUT ROWID;
CREATE TABLE mentions (
  entry TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (entry, n)
) WITHOUT ROWID;

CREATE TABLE entries (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL,
  scope TEXT NOT NULL,
  category TEXT NOT NULL,
  type TEXT NOT NULL,
  titled INTEGER NOT NULL,
  pinned INTEGER NOT NULL,
  retracted INTEGER NOT NULL,
  forgotten INTEGER NOT NULL,
  confidence TEXT NOT NULL,
  trust TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  value REAL,
  slot TEXT,
  text_sum INTEGER,
  text_key TEXT,
  tags TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  marks TEXT NOT NULL,
  compared INTEGER NOT NULL DEFAULT 0,
  view TEXT,
  base INTEGER,
  body TEXT
);
CREATE UNIQUE INDEX entries_id ON entries (id);
CREATE INDEX entries_hidden ON entries (id) WHERE hidden = 1;
CREATE INDEX entries_newest ON entries (hidden, at, id);
CREATE INDEX entries_text ON entries (text_sum) WHERE text_sum IS NOT NULL;
CREATE INDEX entries_slot ON entries (scope, slot) WHERE slot IS NOT NULL;
CREATE INDEX entries_scope ON entries (scope, id) WHERE scope <> 'project';
CREATE INDEX entries_uncompared ON entries (id) WHERE compared = 0;
CREATE TABLE entry_tags (
  tag TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (tag, n)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5(
  title, body, tags, parts, cjk,
  content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_'"
);

CREATE TABLE lineage (
  kind TEXT NOT NULL, top TEXT NOT NULL, under TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (kind, top, under)
) WITHOUT ROWID;
CREATE INDEX lineage_top ON lineage (top);
CREATE INDEX lineage_under ON lineage (under);
CREATE TABLE links (
  source_id TEXT NOT NULL, type TEXT NOT NULL, target_id TEXT NOT NULL, source TEXT NOT NULL,
  PRIMARY KEY (source_id, type, target_id, source)
) WITHOUT ROWID;
CREATE INDEX links_target ON links (target_id);

CREATE TABLE near_pairs (
  a TEXT NOT NULL, b TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (a, b)
) WITHOUT ROWID;
CREATE INDEX near_pairs_b ON near_pairs (b);

CREATE TABLE reviews (id TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE policies (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE view_issues (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
CREATE TABLE view_issue_subjects (
  subject TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (subject, n)
) WITHOUT ROWID;
CREATE TABLE quarantine (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
`

// Which entries changed lately, for what is kept outside of the store: see `changes.ts`.
const CHANGES = `
CREATE TABLE changes (
  n INTEGER NOT NULL, head TEXT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (n, entry)
) WITHOUT ROWID;
`

// What lies under an entry is found by an index. A view that is damaged says nothing.
const HIDDEN_BY = `
ALTER TABLE entries ADD COLUMN hidden_by TEXT;
UPDATE entries SET hidden_by = CASE WHEN json_valid(view) THEN view ->> '$.hidden.by' END WHERE hidden = 1;
CREATE INDEX entries_hidden_by ON entries (hidden_by) WHERE hidden_by IS NOT NULL;
`

// `compared` is the version of the guard that compared the text last: rules that rose look again.
const COMPARED_BY = `
DROP INDEX entries_uncompared;
CREATE INDEX entries_compared ON entries (compared, id);
`

// The few pairs that are put under one another unasked, among the many that are only alike.
const SAFE_PAIRS = `
CREATE INDEX near_pairs_verdict ON near_pairs (body ->> '$.verdict', a, b);
`

// What a session starts with begins with the few entries that are pinned.
const PINNED = `
CREATE INDEX entries_pinned ON entries (id) WHERE pinned = 1;
`

// In the order that is asked for, ties included: an import dates thousands of entries alike, and the newest
// few of them would be found by sorting all.
const NEWEST = `
DROP INDEX entries_newest;
CREATE INDEX entries_newest ON entries (hidden, at DESC, id);
`

// Entries that wait for someone to look at them are few, and asked for at each compaction.
const FLAGGED = `
CREATE INDEX entries_flagged ON entries (id) WHERE ${HAS_FLAGS};
`

/** What the last step leads to, for those who take no steps. */
export const SCHEMA_VERSION = 15

/** Every step there ever was, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: FIRST },
  { version: 2, sql: CHANGES },
  { version: 3, sql: HIDDEN_BY },
  { version: 4, sql: COMPARED_BY },
  { version: 5, sql: SAFE_PAIRS },
  { version: 6, sql: `DROP TABLE search;${SEARCH_INDEX}`, fill: fillIndex },
  { version: 7, sql: SEARCH_VOCABULARY },
  { version: 8, sql: VECTOR_TABLES },
  { version: 9, sql: SESSION_TABLES },
  { version: 10, sql: LEDGER_TABLES },
  { version: 11, sql: PINNED },
  { version: 12, sql: NEWEST },
  { version: 13, sql: FLAGGED },
  { version: 14, sql: ACCESS_TABLE },
  { version: 15, sql: REMOTE_TABLES },
]
