import { type Issue, type JsonObject, sortedUnique, VarveError } from '@varve/core'
import { agentSession } from '../../import/claude-mem/members.ts'
import { textMember } from '../../import/json-members.ts'
import type { ForeignDatabase } from '../context.ts'
import type { DatabaseReader } from './database-reader.ts'

/** The lists of claude-mem's export, and the tables that they are of. */
const TABLES = {
  observations: 'observations',
  summaries: 'session_summaries',
  sessions: 'sdk_sessions',
  prompts: 'user_prompts',
  directives: 'directives',
} as const

/** One database holds what happened in every project: of this one it is read as an export of it would be. */
export const readClaudeMem: DatabaseReader = {
  tables: [TABLES.observations, TABLES.summaries, TABLES.sessions, TABLES.prompts],
  read(database, project) {
    const all = Object.entries(TABLES).map(([list, table]) => [list, rowsOf(database, table)] as const)
    const lists: Readonly<Record<string, readonly JsonObject[]>> = Object.fromEntries(all)
    const isHere = (row: JsonObject): boolean => isOfProject(row, project)
    const sessions = (lists.sessions ?? []).filter(isHere)
    const ids = new Set(sessions.map(agentSession))
    const own = {
      observations: (lists.observations ?? []).filter(isHere),
      sessions,
      summaries: (lists.summaries ?? []).filter(isHere),
      prompts: (lists.prompts ?? []).filter((row) => ids.has(agentSession(row))),
      // A rule for every project holds here too.
      directives: (lists.directives ?? []).filter((row) => row.project === null || isHere(row)),
    }
    const others = sortedUnique(
      [...(lists.observations ?? []), ...(lists.sessions ?? [])]
        .filter((row) => !isHere(row))
        .flatMap((row) => textMember(row, 'project') ?? []),
    )
    if (own.observations.length + sessions.length === 0 && others.length > 0)
      throw unknownProject(project, others)
    return { text: JSON.stringify(own), issues: others.length === 0 ? [] : [otherProjects(others)] }
  },
}

function rowsOf(database: ForeignDatabase, table: string): readonly JsonObject[] {
  const [found] = database.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?",
    table,
  )
  return found === undefined ? [] : database.all<JsonObject>(`SELECT * FROM ${table} ORDER BY id`)
}

/** claude-mem names a project by its folder, a worktree `folder/worktree`, and compares without letter case. */
function isOfProject(row: JsonObject, project: string): boolean {
  const own = project.toLowerCase()
  return ['project', 'merged_into_project'].some((member) => {
    const name = textMember(row, member)?.toLowerCase()
    return name === own || name?.startsWith(`${own}/`) === true || name?.endsWith(`/${own}`) === true
  })
}

function otherProjects(names: readonly string[]): Issue {
  return {
    code: 'other_projects',
    severity: 'info',
    subjects: names,
    message: `${names.length} other projects stay in the database: ${few(names)}`,
    fix: [],
  }
}

function unknownProject(project: string, names: readonly string[]): VarveError {
  return new VarveError('not_found', `claude-mem knows no project ${project}; it knows ${few(names)}`, {
    subjects: names,
    fix: ['varve import claude-mem <file of its export>'],
  })
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${shown} …` : shown
}
