import type { Issue } from '../../domain/issue.ts'
import { canonicalJson } from '../../domain/json.ts'
import { compositeOf, type LearningStatus } from '../../domain/learning.ts'
import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import { sha256 } from '../../domain/sha256.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { allocateLines } from '../allocation/allocate-lines.ts'
import type { Allocation, Candidate } from '../allocation/allocation.ts'
import { budgetTooSmall } from '../allocation/budget-too-small.ts'
import { candidateTable } from '../allocation/candidate-table.ts'
import { type CategoryConfig, orderCategories } from '../categories.ts'
import { FRAMING_NOTICE } from '../framing-notice.ts'
import { bulletText } from '../single-line.ts'

/** A learning as `knowledge.md` and `patterns.md` show it. */
export interface KnowledgeEntry {
  readonly id: string
  readonly shortId: string
  readonly content: string
  readonly category: string
  readonly status: LearningStatus
  /** Of the three scores, in tenths. */
  readonly sum: number
  readonly sessions: number
  readonly scope: string
  readonly isPinned: boolean
  readonly isStale: boolean
  /** Nobody who is trusted has said it. */
  readonly isUnverified: boolean
  /** It takes the place of another. */
  readonly isCorrection: boolean
  /** Short ids of what says otherwise. */
  readonly conflicts: readonly string[]
  /** The branch that it waits on. */
  readonly staged?: string
}

/** `knowledge` is what is promoted, `patterns` what is only observed. */
export interface KnowledgeConfig {
  readonly file: 'knowledge' | 'patterns'
  readonly categories: readonly CategoryConfig[]
  /** Most tokens of the whole file. */
  readonly budget: number
  readonly counter: TokenCounter
}

export interface KnowledgePlan extends Allocation {
  readonly inputs: string
  readonly issues: readonly Issue[]
}

const NOTICE = '<!-- Auto-generated. Do not edit. Rebuild: varve knowledge show --write -->'
const STANDARD_BUDGETS = { knowledge: 2000, patterns: 1000 }

const worthiestFirst = inOrder<KnowledgeEntry>(
  reversed(by((entry) => Number(entry.isPinned), byNumber)),
  reversed(by((entry) => entry.sum, byNumber)),
  reversed(by((entry) => Number(entry.isCorrection), byNumber)),
  reversed(by((entry) => entry.sessions, byNumber)),
  by((entry) => entry.id, byText),
)

/** Chooses what a file of knowledge shows (`kn1`): the same bytes for the same learnings, in whatever order. */
export function planKnowledge(entries: readonly KnowledgeEntry[], config: KnowledgeConfig): KnowledgePlan {
  const { file, budget, counter, categories } = config
  const inputs = knowledgeInputs(entries, config)
  const candidates = candidateTable([...entries].sort(worthiestFirst).map(candidateOf), counter)
  const request = {
    frame: {
      header: [
        NOTICE,
        `<!-- varve ${file} v1 inputs=${inputs} counter=${counter.name} budget=${budget} -->`,
        FRAMING_NOTICE,
      ],
      footer: (left: number) => `${left} more: varve knowledge show --all`,
    },
    sections: orderCategories(candidates.sections, categories),
    candidates,
    weights: 'automatic' as const,
    budget,
    counter,
  }
  const allocation = allocateLines(request)
  const setting = { name: `${file}.budgetTokens`, default: STANDARD_BUDGETS[file] }
  const issues =
    allocation.needed === undefined ? [] : [budgetTooSmall(`${file}.md`, setting, allocation.needed, request)]
  return { ...allocation, inputs, issues }
}

/** Everything the file is made of, as 16 hex digits. */
function knowledgeInputs(entries: readonly KnowledgeEntry[], { budget, counter }: KnowledgeConfig): string {
  const lines = [...entries].sort(by((entry) => entry.id, byText)).map((entry) => {
    const { id, content, category, sum, sessions, status, scope } = entry
    const markers = markersOf(entry).join('') || '-'
    return `k ${id} ${sha256(content)} ${category} ${printScore(sum)} ${sessions} ${status} ${markers} ${scope}`
  })
  const config = canonicalJson({ budget, counter: counter.name })
  return sha256(['varve-knowledge/1', ...lines, `c ${config}`, 'v kn1 nv1'].join('\n')).slice(0, 16)
}

function markersOf(entry: KnowledgeEntry): readonly string[] {
  return [
    ...(entry.isPinned ? ['[pinned]'] : []),
    ...(entry.isStale ? ['[stale?]'] : []),
    ...entry.conflicts.map((id) => `[conflict: ${id}]`),
    ...(entry.staged === undefined ? [] : [`[staged: ${entry.staged}]`]),
    ...(entry.isUnverified ? ['[unverified]'] : []),
  ]
}

function candidateOf(entry: KnowledgeEntry): Candidate {
  const { id, shortId, category, content, sum, sessions } = entry
  const markers = markersOf(entry).map((marker) => ` ${marker}`)
  return {
    id,
    section: category,
    isLow: false,
    shortId: '',
    text: bulletText(content),
    tail: `${markers.join('')} (${printScore(sum)}, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${shortId})`,
  }
}

function printScore(sum: number): string {
  return compositeOf(sum).toFixed(2)
}
