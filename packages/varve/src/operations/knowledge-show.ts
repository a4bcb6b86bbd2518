import {
  type Issue,
  type OpenView,
  openView,
  recordHeader,
  recordLine,
  renderDocument,
  type Scope,
  type StoreReader,
  singleLine,
} from '@varve/core'
import { branchesOf, furtherScopes } from './commit.ts'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import { choice, flag, text } from './field.ts'
import { knownLearnings, writeKnowledgeFiles } from './knowledge/knowledge-files.ts'
import { type Standing, standingOf } from './knowledge/standing.ts'
import { knowledgeFile } from './learn/knowledge-file.ts'
import { learningJson, scoreText } from './learn/learning-json.ts'
import type { LearnedEntry } from './learn/list-learnings.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const STATUSES = ['promoted', 'observed', 'discarded', 'all'] as const
const NO_LIMIT = 1_000_000

/** `varve knowledge show`: what is promoted, as `knowledge.md` has it; `--status observed` is `patterns.md`. */
export const knowledgeShow = defineOperation({
  name: 'knowledge show',
  summary: 'Show what the project learnt',
  effect: 'renders',
  fields: {
    branch: text('As it is seen on this branch', { value: 'name' }),
    allBranches: flag('What was learnt on any branch'),
    status: choice('promoted (default), observed, discarded or all', STATUSES),
    all: flag('Without a budget'),
    write: flag('Write .varve/cache/knowledge.md and patterns.md'),
    remote: flag('As the team’s server has it, for whoever asks it in SQL'),
  },
  examples: ['varve knowledge show', 'varve knowledge show --status observed --all'],
  async run({ branch, allBranches, status = 'promoted', all, write, remote }, context) {
    if (remote) {
      const { showRemote } = await import('./knowledge/show-remote.ts')
      return showRemote(context, { branch, allBranches, status })
    }
    const reader = context.reading()
    const scopes = allBranches
      ? allScopes(reader)
      : branch === undefined
        ? furtherScopes(context)
        : scopesOf(branch, context)
    const view = openView(reader, scopes)
    const learnings = knownLearnings(view, status)
    const file = status === 'promoted' ? 'knowledge' : 'patterns'
    const plan = knowledgeFile(context, reader, learnings, file, all ? NO_LIMIT : undefined)
    const shown = new Set(plan.shown)
    if (write) writeKnowledgeFiles(context, reader, view)
    const byCategory = Map.groupBy(
      learnings.filter(({ id }) => shown.has(id)),
      ({ category }) => category,
    )
    const standing = standingOf(reader)
    return {
      json: {
        branch: branch ?? context.place.branch,
        as_of_seq: standing?.seq ?? null,
        unpushed: standing?.unpushed ?? 0,
        sections:
          plan.document.sections.length === 0
            ? []
            : [...byCategory].map(([category, entries]) => ({
                category,
                entries: entries.map(learningJson),
              })),
        omitted: plan.elided(),
        issues: plan.issues,
      },
      human: `${learnings.length === 0 ? emptyText(status, reader) : renderDocument(plan.document)}${status === 'promoted' ? waitingText(view, reader) : ''}`,
      records: `${[
        recordHeader('knowledge.show', { shown: plan.shown.length, omitted: plan.left }),
        ...learnings
          .filter(({ id }) => shown.has(id))
          .map(({ id, learning, content }) =>
            recordLine('N', [id, learning.status, { quoted: content }], {
              sum: learning.sum,
              sessions: learning.sessions,
            }),
          ),
      ].join('\n')}\n`,
      issues: [...plan.issues, ...(standing === undefined ? [] : [asOf(standing)])],
    }
  },
})

const MOST_SAID = 10
const MOST_SEEN = 5

/** What waits for a person, of which whoever asks for the knowledge wants to see some. */
function waitingText(view: OpenView, reader: StoreReader): string {
  const observed = knownLearnings(view, 'observed').filter(({ conflicts }) => conflicts === undefined)
  const said = observed.filter(({ source }) => source.trust === 'user')
  const seen = observed.filter(({ source, learning }) => source.trust !== 'user' && learning.sessions > 1)
  const lists = [
    ...listed(
      'Said by people, in too few sessions to be held true by itself:',
      said.slice(0, MOST_SAID),
      reader,
    ),
    ...listed('Seen in more than one session, and said by no person:', seen.slice(0, MOST_SEEN), reader),
  ]
  if (lists.length === 0) return ''
  const hint = `varve learn promote <id> --reason … holds one to be true; ${counted(observed.length, 'learning')} wait: varve knowledge show --status observed`
  return `${[...lists, hint].join('\n')}\n`
}

function listed(heading: string, entries: readonly LearnedEntry[], reader: StoreReader): readonly string[] {
  if (entries.length === 0) return []
  return [
    '',
    heading,
    ...entries.map(
      (entry) => `- ${singleLine(entry.content)} (${scoreText(entry)}, ${shortIdIn(reader, entry.id)})`,
    ),
  ]
}

/** How far this replica has come with its team: it answers without asking. */
function asOf({ seq, unpushed }: Standing): Issue {
  return {
    code: 'as_of_seq',
    severity: 'info',
    subjects: [],
    message: `as of seq ${seq}, ${unpushed} unpushed`,
    fix: [],
  }
}

function allScopes(reader: StoreReader): readonly Scope[] {
  return branchesOf(reader).map((name) => `branch:${name}`)
}

function scopesOf(branch: string, { place }: OperationContext): readonly Scope[] {
  return branch === place.defaultBranch ? [] : [`branch:${branch}`]
}

function emptyText(status: string, reader: StoreReader): string {
  if (reader.sessions().length === 0) return 'Nothing yet: varve session import <folder>, then varve learn\n'
  return status === 'promoted'
    ? 'Nothing is promoted yet: varve knowledge show --status observed\n'
    : `Nothing is ${status}: varve learn list\n`
}
