import {
  by,
  byText,
  canonicalJson,
  type DecisionReads,
  type DecisionWrites,
  type EntryId,
  type Issue,
  type IssueReads,
  type IssueWrites,
  issueOrder,
  type JsonObject,
  type QuarantinedItem,
  type QuarantineReads,
  type QuarantineWrites,
  quarantineOrder,
  sha256,
} from '@varve/core'
import type { ChangeWatch } from './change-watch.ts'
import type { Connection } from './connection.ts'
import { KeptAnswers } from './kept-answers.ts'
import { parseBodies, parseStored } from './stored-json.ts'

// Above this many subjects it is cheaper to look through the few issues that there are.
const SUBJECTS_LOOKED_UP = 500

interface Body {
  readonly body: string
}

/** Reads of what was decided, what is wrong, and what could not be taken in. */
export function decisionReads(
  connection: Connection,
  watch: ChangeWatch,
): DecisionReads & IssueReads & QuarantineReads {
  const issues = new KeptAnswers<readonly Issue[]>(connection, watch)
  return {
    review: (id) =>
      parseStored<JsonObject>(connection.get<Body>('SELECT body FROM reviews WHERE id = ?', id)?.body),
    reviews: () =>
      connection
        .all<Body & { id: string }>('SELECT id, body FROM reviews')
        .flatMap(({ id, body }) => {
          const decision = parseStored<JsonObject>(body)
          return decision === undefined ? [] : [{ id, decision }]
        })
        .sort(by((review) => review.id, byText)),
    policy: (name) =>
      parseStored<JsonObject>(connection.get<Body>('SELECT body FROM policies WHERE name = ?', name)?.body),
    viewIssues: () =>
      issues.of('all', () =>
        parseBodies<Issue>(connection.all<Body>('SELECT body FROM view_issues')).sort(issueOrder),
      ),
    quarantine: () =>
      parseBodies<QuarantinedItem>(connection.all<Body>('SELECT body FROM quarantine')).sort(quarantineOrder),
  }
}

export function decisionWrites(connection: Connection): DecisionWrites & IssueWrites & QuarantineWrites {
  return {
    putReview(id, decision) {
      if (decision === null) connection.run('DELETE FROM reviews WHERE id = ?', id)
      else connection.run('INSERT OR REPLACE INTO reviews VALUES (?, ?)', id, JSON.stringify(decision))
    },
    putPolicy(name, value) {
      if (value === null) connection.run('DELETE FROM policies WHERE name = ?', name)
      else connection.run('INSERT OR REPLACE INTO policies VALUES (?, ?)', name, JSON.stringify(value))
    },
    putViewIssues(ids, issues) {
      for (const n of issuesAbout(connection, ids)) dropIssue(connection, n)
      for (const issue of issues) addIssue(connection, issue)
    },
    replaceQuarantine(files, items) {
      for (const { n, item } of quarantineRows(connection)) {
        if (files.has(item.file)) connection.run('DELETE FROM quarantine WHERE n = ?', n)
      }
      for (const item of items) {
        connection.run(
          'INSERT OR IGNORE INTO quarantine (key, body) VALUES (?, ?)',
          itemKey(item),
          JSON.stringify(item),
        )
      }
    },
  }
}

function issuesAbout(connection: Connection, ids: ReadonlySet<EntryId>): ReadonlySet<number> {
  if (ids.size <= SUBJECTS_LOOKED_UP) {
    const sql = 'SELECT n FROM view_issue_subjects WHERE subject = ?'
    return new Set([...ids].flatMap((id) => connection.numbers(sql, id)))
  }
  const rows = connection.all<{ subject: EntryId; n: number }>('SELECT subject, n FROM view_issue_subjects')
  return new Set(rows.filter((row) => ids.has(row.subject)).map((row) => row.n))
}

function addIssue(connection: Connection, issue: Issue): void {
  const key = sha256(canonicalJson([issue.severity, issue.code, issue.subjects, issue.message]))
  const old = connection.get<{ n: number }>('SELECT n FROM view_issues WHERE key = ?', key)
  if (old !== undefined) dropIssue(connection, old.n)
  const n = connection.insert('INSERT INTO view_issues (key, body) VALUES (?, ?)', key, JSON.stringify(issue))
  for (const subject of new Set(issue.subjects)) {
    connection.run('INSERT INTO view_issue_subjects (subject, n) VALUES (?, ?)', subject, n)
  }
}

function dropIssue(connection: Connection, n: number): void {
  const row = connection.get<Body>('SELECT body FROM view_issues WHERE n = ?', n)
  for (const subject of parseStored<Issue>(row?.body)?.subjects ?? []) {
    connection.run('DELETE FROM view_issue_subjects WHERE subject = ? AND n = ?', subject, n)
  }
  connection.run('DELETE FROM view_issues WHERE n = ?', n)
}

function quarantineRows(
  connection: Connection,
): readonly { readonly n: number; readonly item: QuarantinedItem }[] {
  const rows = connection.all<Body & { readonly n: number }>('SELECT n, body FROM quarantine')
  return rows.flatMap(({ n, body }) => {
    const item = parseStored<QuarantinedItem>(body)
    return item ? [{ n, item }] : []
  })
}

/** The same item met again, in a later run, is kept once. */
function itemKey(item: QuarantinedItem): string {
  return sha256(canonicalJson([item.format, item.file, item.line, item.offset, item.reason, item.text]))
}
