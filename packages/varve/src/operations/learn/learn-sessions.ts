import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type JournalRecord, type Scope, type Session, VarveError } from '@varve/core'
import { textKey } from '@varve/core/guard'
import {
  gatherFindings,
  keysOfLines,
  keysWorthKeeping,
  type LearnOutcome,
  learningId,
  limitFindings,
  listSessions,
  planLearn,
  readLearnSession,
  type SessionFilter,
  type SessionLessons,
} from '@varve/core/sessions'
import { readTextFile } from '../../files/read-text-file.ts'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { widenPromoted } from './widen-promoted.ts'

export interface LearnRequest {
  readonly filter: SessionFilter
  /** Only this one, and nothing that has to recur but what did so already. */
  readonly session?: string
  /** No more than so many, the newest. */
  readonly newest?: number
  readonly dryRun: boolean
}

export interface Learnt extends LearnOutcome {
  readonly record: JournalRecord | undefined
  readonly planHash: string
  /** How many sessions were looked at. */
  readonly sessions: number
  /** Left out of sessions that teach too much. */
  readonly overLimit: readonly string[]
}

/** Looks through sessions and takes in what they teach, as one plan. */
export function learnSessions(context: OperationContext, request: LearnRequest): Learnt {
  const { lessons, overLimit, sessions } = gatherLessons(context, request)
  const stated = keysOfRules(context.place.top)
  const { outcome, record, planHash } = commit(context, 'learn', request.dryRun, (reader) => {
    const planned = planLearn(reader, lessons, {
      now: context.clock.now(),
      redact: context.redact,
      stated,
      shownIn: ({ external_id }) => context.shownIn(external_id),
    })
    return { plan: planned.plan, outcome: planned }
  })
  if (!request.dryRun) widenPromoted(context)
  return { ...outcome, record, planHash, sessions, overLimit }
}

function gatherLessons(context: OperationContext, { filter, session: only, newest }: LearnRequest) {
  const reader = context.reading()
  const { maxPerSession } = context.config.learn
  const all = listSessions(reader, context.clock.now(), { ...filter, archived: true })
    .filter(({ session, status }) => status !== 'excluded' && (only === undefined || session.id === only))
    .slice(0, newest)
  const scopeOf = learningScopes(context)
  const found = all.map(({ session }, index): SessionLessons => {
    const findings = gatherFindings(readLearnSession(session, reader.sessionMessages(session.id)))
    context.progress('learn', index + 1, all.length)
    return { session, scope: scopeOf(session), findings }
  })
  const kept = keysWorthKeeping(
    found.map(({ session, findings }) => ({ root: session.root_id, findings })),
    (key) => reader.entry(learningId(reader.project, key)) !== undefined,
  )
  const overLimit: string[] = []
  const lessons = found.map((each) => {
    const worth = each.findings.filter(({ key }) => kept.has(key))
    const limited = limitFindings(worth, maxPerSession)
    overLimit.push(...limited.overLimit.map(({ content }) => content))
    return { ...each, findings: limited.findings }
  })
  return { lessons, overLimit, sessions: all.length }
}

/**
 * A branch that this clone has and that is not the default one keeps what was learnt on it to itself. Of
 * any other it can't be told any more whether it was merged.
 */
export function learningScopes(context: OperationContext): (session: Session) => Scope {
  const { defaultBranch } = context.place
  const branches = context.localBranches()
  return ({ branch }) =>
    branch !== null && branch !== defaultBranch && branches.has(branch) ? `branch:${branch}` : 'project'
}

const RULES_FILES = [
  'CLAUDE.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'GEMINI.md',
  '.cursorrules',
]

/** What rules files say needs no learning. */
export function keysOfRules(top: string): ReadonlySet<string> {
  const files = [...RULES_FILES, ...listRules(top)]
  const keys = files.flatMap((name) => keysOfLines(rulesText(join(top, name))))
  return new Set(keys.filter((key) => key !== textKey('')))
}

/** What can't be read, as a folder that is called like a file of rules, states nothing. */
function rulesText(path: string): string {
  try {
    return readTextFile(path) ?? ''
  } catch (error) {
    if (VarveError.isInstance(error)) return ''
    throw error
  }
}

function listRules(top: string): readonly string[] {
  try {
    const folder = readdirSync(join(top, '.cursor/rules'), { recursive: true, withFileTypes: true })
    return folder
      .filter((file) => file.isFile())
      .map((file) => relative(top, join(file.parentPath, file.name)))
  } catch {
    return []
  }
}
