import {
  applyPlan,
  type EntryFields,
  est1,
  type Model,
  openView,
  type RecordId,
  type Store,
} from '../../src/index.ts'
import {
  agentOf,
  EMPTY_LEDGER,
  type Ledger,
  type ProposeOutcome,
  type ProposeRequest,
  planMerges,
  runProposals,
} from '../../src/propose/index.ts'
import {
  BUILT_AT,
  buildAdd,
  createMemoryStore,
  createScriptedModel,
  type Script,
  type ScriptedModel,
} from '../../src/testing/index.ts'

export const PROJECT = '7d444840-9dc0-11d1-b245-5ffdce74fad2'

export type Note = readonly [id: string, text: string, fields?: Partial<EntryFields>]

export const LIMITS: ProposeRequest['limits'] = {
  maxCalls: 40,
  maxTokens: 50_000,
  maxUsd: undefined,
  maxMs: 600_000,
  maxOutputTokens: 1200,
  maxInputTokens: 4000,
  callTimeoutMs: 60_000,
  retries: 2,
  maxEntryTokens: 160,
  maxLeafSources: 20,
  maxMergeDepth: 2,
  maxNovelty: 0.25,
  maxDropped: 0,
  maxEntriesPerCall: 10,
  minFusionSize: 3,
  narrativeRecall: 0.6,
}

export interface Memory {
  readonly store: Store
  add(...notes: readonly Note[]): void
  propose(model: Model, request?: Partial<ProposeRequest>): Promise<ProposeOutcome>
  /** Asks, and applies what passed. */
  run(
    model: Model,
    request?: Partial<ProposeRequest>,
  ): Promise<ProposeOutcome & { readonly record: RecordId | undefined }>
  visible(): readonly string[]
}

/** A memory that keeps its ledger from run to run. */
export function memory(...notes: readonly Note[]): Memory {
  const store = createMemoryStore({ project: PROJECT })
  let now = BUILT_AT
  let ledger: Ledger = EMPTY_LEDGER
  const apply = (plan: Parameters<typeof applyPlan>[1]): RecordId =>
    store.transact(plan.command, (writer) =>
      applyPlan(writer, plan, { actor: 'tester', via: 'library', branch: null, now: ++now }),
    ).id
  const add = (...added: readonly Note[]) => {
    apply({
      stage: 'edit',
      command: 'add',
      operations: added.map(([id, text, fields]) => buildAdd(id, text, fields)),
      base: [],
    })
  }
  if (notes.length > 0) add(...notes)
  const propose: Memory['propose'] = (model, request = {}) =>
    runProposals({
      reader: store,
      view: openView(store, []),
      model,
      steps: new Set(['dedup', 'fusion']),
      limits: LIMITS,
      coverage: 'auto',
      categories: [],
      broken: new Set(),
      doubts: [],
      settle: () => [],
      ledger,
      full: false,
      retryRejected: false,
      resume: false,
      noCalls: false,
      allWait: false,
      clock: { now: () => now },
      pause: async () => {},
      counter: est1,
      redact: (text) => text,
      isSecret: () => false,
      keep: (kept) => {
        ledger = kept
      },
      ...request,
    })
  return {
    store,
    add,
    propose,
    async run(model, request) {
      const outcome = await propose(model, request)
      const plan = planMerges(
        store,
        outcome.accepted.map(({ proposal }) => proposal),
        { command: 'compact --llm', reason: 'test', agent: agentOf(model) },
      )
      ledger = outcome.ledger
      return { ...outcome, record: plan.operations.length === 0 ? undefined : apply(plan) }
    },
    visible: () => Array.from(openView(store, []).entries({ visibility: 'heads' }), ({ id }) => id).sort(),
  }
}

/** A model that answers each kind of question with the groups that are given for it, and else with none. */
export function groups(
  answers: Readonly<Partial<Record<'dedup/1' | 'fuse/1', readonly Group[]>>>,
): ScriptedModel {
  return createScriptedModel(answering(answers))
}

export interface Group {
  readonly texts: readonly string[]
  readonly text: string
}

/** The script of that: entries are named by their texts. */
export function answering(
  answers: Readonly<Partial<Record<'dedup/1' | 'fuse/1', readonly Group[]>>>,
): Script {
  return ({ prompt, user }) => {
    const shown = user
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { readonly e: string; readonly text: string })
    const wanted = prompt === 'dedup/1' || prompt === 'fuse/1' ? (answers[prompt] ?? []) : []
    const found = wanted.flatMap(({ texts, text }) => {
      const ids = texts.flatMap((each) => shown.find((line) => line.text === each)?.e ?? [])
      return ids.length === texts.length ? [{ ids, text, dropped: [] }] : []
    })
    return JSON.stringify({ [prompt === 'dedup/1' ? 'groups' : 'fusions']: found })
  }
}
