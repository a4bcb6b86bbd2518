import { createHash } from 'node:crypto'
import {
  applyPlan,
  createMemoryStore,
  type Entry,
  est1,
  planKnowledge,
  renderDocument,
  type StoreReader,
} from '@varve/core'
import { gatherFindings, keysWorthKeeping, limitFindings, planLearn } from '@varve/core/sessions'
import type { RecordedSession } from './read-projects.ts'

/** One thing that was learnt of a project. */
export interface Learnt {
  readonly entry: Entry
  readonly extractor: string
  /** Names it without its words: what a judgement is kept under. */
  readonly name: string
  /** The agent's own ids of the sessions that it was seen in. */
  readonly sessions: readonly string[]
}

export interface LearntProject {
  readonly learnt: readonly Learnt[]
  readonly promoted: number
  /** Tokens of `knowledge.md` and of `patterns.md`. */
  readonly tokens: { readonly knowledge: number; readonly patterns: number }
}

/** `learn.maxPerSession`, as it is by default. */
const MOST = 20
const CATEGORIES = ['conventions', 'architecture', 'operations', 'decisions'].map((name) => ({ name }))
const BUDGETS = { knowledge: 2000, patterns: 1000 }

/** What `varve learn` makes of all sessions of a project, in a store of its own. */
export function learnProject(project: string, sessions: readonly RecordedSession[]): LearntProject {
  const found = sessions.map(({ read }) => ({
    root: read.session.root_id,
    session: read.session,
    scope: 'project' as const,
    findings: gatherFindings(read),
  }))
  const kept = keysWorthKeeping(found, () => false)
  const store = createMemoryStore()
  const externalIds = new Map(sessions.map(({ externalId, read }) => [read.session.id, externalId]))
  const seen = new Map<string, Set<string>>()
  store.transact('learn', (writer) => {
    const lessons = found.map((each) => ({
      ...each,
      findings: limitFindings(
        each.findings.filter(({ key }) => kept.has(key)),
        MOST,
      ).findings,
    }))
    const now = Math.max(0, ...sessions.map(({ read }) => read.session.last_event_at))
    const outcome = planLearn(writer, lessons, { now, redact: (text) => text, stated: new Set() })
    for (const { id, session } of outcome.lessons) {
      const known = seen.get(id) ?? new Set()
      seen.set(id, known.add(externalIds.get(session) ?? ''))
    }
    if (outcome.plan.operations.length > 0)
      applyPlan(writer, outcome.plan, { actor: 'bench', via: 'library', branch: null, now })
  })
  const entries = [...store.entries({ visibility: 'all' })]
  return {
    learnt: entries.map((entry) => ({
      entry,
      extractor: entry.tags[0] ?? '',
      name: nameOf(project, entry.content),
      sessions: [...(seen.get(entry.id) ?? [])],
    })),
    promoted: entries.filter(({ learning }) => learning?.status === 'promoted').length,
    tokens: {
      knowledge: tokensOf(store, entries, 'knowledge'),
      patterns: tokensOf(store, entries, 'patterns'),
    },
  }
}

function nameOf(project: string, content: string): string {
  return createHash('sha256').update(`${project}\n${content}`).digest('hex').slice(0, 12)
}

function tokensOf(reader: StoreReader, entries: readonly Entry[], file: 'knowledge' | 'patterns'): number {
  const status = file === 'knowledge' ? 'promoted' : 'observed'
  const shown = entries.flatMap((entry) => {
    const { id, content, category, learning, scope, source } = entry
    if (learning?.status !== status) return []
    const isUnverified = source.trust === 'tool' || source.trust === 'web' || source.trust === 'repo'
    return [
      {
        id,
        shortId: id.slice(0, 8),
        content,
        category,
        status,
        sum: learning.sum,
        sessions: learning.sessions,
        scope,
        isPinned: false,
        isStale: false,
        isUnverified,
        isCorrection: reader.lineage({ top: id }).length > 0,
        conflicts: [],
      } as const,
    ]
  })
  if (shown.length === 0) return 0
  const { document } = planKnowledge(shown, {
    file,
    categories: CATEGORIES,
    budget: BUDGETS[file],
    counter: est1,
  })
  return est1.count(renderDocument(document))
}
