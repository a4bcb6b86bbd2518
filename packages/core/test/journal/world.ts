import fc from 'fast-check'
import {
  applyPlan,
  applyRecord,
  canonicalJson,
  type EntryId,
  type JournalRecord,
  LINEAGE_KINDS,
  type LineageKind,
  lineageAddition,
  lineageRemoval,
  type Operation,
  type Plan,
  planEdit,
  planLink,
  planRestore,
  planRetract,
  type Store,
  type StoreReader,
  TRUSTS,
  VarveError,
} from '../../src/index.ts'
import { BUILT_AT, buildFields, createMemoryStore } from '../../src/testing/index.ts'

/** One thing somebody does to a memory; `at` picks among the entries that there are. */
export type Action =
  | { readonly kind: 'add'; readonly text: number; readonly tag: number; readonly slot: number }
  | { readonly kind: 'edit'; readonly at: number; readonly text: number }
  | { readonly kind: 'category' | 'tag' | 'untag'; readonly at: number; readonly value: number }
  | { readonly kind: 'retract' | 'restore' | 'flag' | 'unflag' | 'sight'; readonly at: number }
  | {
      readonly kind: 'lineage' | 'unlineage'
      readonly at: number
      readonly under: number
      readonly as: LineageKind
    }
  | { readonly kind: 'link'; readonly at: number; readonly to: number }

const index = fc.nat(7)

export const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), text: fc.nat(5), tag: index, slot: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: index, text: fc.nat(5) }) },
  fc.record({
    kind: fc.constantFrom('category' as const, 'tag' as const, 'untag' as const),
    at: index,
    value: index,
  }),
  fc.record({
    kind: fc.constantFrom(
      'retract' as const,
      'restore' as const,
      'flag' as const,
      'unflag' as const,
      'sight' as const,
    ),
    at: index,
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('lineage' as const, 'unlineage' as const),
      at: index,
      under: index,
      as: fc.constantFrom(...LINEAGE_KINDS),
    }),
  },
  fc.record({ kind: fc.constant('link' as const), at: index, to: index }),
)

const TEXTS = [
  'Use pnpm',
  'use  pnpm.',
  'Use npm',
  'The API listens on port 3000',
  'Deploy on Fridays',
  'Tests run in CI',
]
const CATEGORIES = ['conventions', 'architecture', 'operations', 'decisions']

/** A replica of a memory, with a clock of its own that may stand still or run ahead. */
export class Replica {
  readonly store: Store
  readonly name: string
  #now: number
  #minted = 0

  constructor(name: string, skew = 0) {
    this.name = name
    this.store = createMemoryStore({ client: name.charCodeAt(0).toString(16).padStart(16, '0') })
    this.#now = BUILT_AT + skew
  }

  /** Applies an action where it makes sense; the record, if it made one. */
  act(action: Action): JournalRecord | undefined {
    this.#now += 1000
    const plan = this.#planOf(action)
    return plan === undefined || plan.operations.length === 0 ? undefined : this.apply(plan)
  }

  apply(plan: Plan): JournalRecord {
    const context = { actor: this.name, via: 'library', branch: null, now: this.#now }
    return this.store.transact(plan.command, (writer) => applyPlan(writer, plan, context))
  }

  receive(records: readonly JournalRecord[]): void {
    this.store.transact('receive', (writer) => {
      for (const record of records) applyRecord(writer, record)
    })
  }

  records(): readonly JournalRecord[] {
    return this.store.records({}).flatMap(({ id }) => this.store.record(id) ?? [])
  }

  #planOf(action: Action): Plan | undefined {
    const reader = this.store
    if (action.kind === 'add') {
      const id = `e${this.name}${String(this.#minted++).padStart(3, '0')}` as EntryId
      const fields = buildFields(TEXTS[action.text] ?? 'x', {
        created: this.#now,
        tags: [`t${action.tag}`],
        ...(action.slot === 0 && { key: 'slot' }),
      })
      return plan({ op: 'entry.add', id, fields })
    }
    const id = this.#pick(action.at)
    if (id === undefined) return undefined
    switch (action.kind) {
      case 'edit':
        return planEdit(reader, id, { set: { content: TEXTS[action.text] ?? 'x' } })
      case 'category':
        return planEdit(reader, id, { set: { category: CATEGORIES[action.value % 4] ?? 'operations' } })
      case 'tag':
        return planEdit(reader, id, { addTags: [`t${action.value}`] })
      case 'untag':
        return planEdit(reader, id, { removeTags: [`t${action.value}`] })
      case 'retract':
        return planRetract(reader, id)
      case 'restore':
        return planRestore(reader, id)
      case 'flag':
      case 'unflag': {
        const was = reader.entry(id)?.flags.find((flag) => flag.kind === 'buried') ?? null
        if ((was === null) !== (action.kind === 'flag')) return undefined
        return plan({
          op: action.kind === 'flag' ? 'flag.set' : 'flag.clear',
          id,
          kind: 'buried',
          reason: 'cold',
          was,
        })
      }
      case 'sight': {
        // Few occasions, so that several say of one what they saw.
        const step = Math.floor(this.#now / 1000)
        return plan({
          op: 'learning.sight',
          id,
          occasion: `run ${step % 3}`,
          source: { kind: 'session', trust: TRUSTS[step % TRUSTS.length] ?? 'web' },
          ...(step % 4 > 0 && { rating: { impact: 5, specificity: 1 + (step % 9), evidence: [] } }),
        })
      }
      case 'lineage':
      case 'unlineage': {
        const under = this.#pick(action.under)
        if (under === undefined) return undefined
        const edge = { kind: action.as, top: id, under }
        const exists = reader.lineage({ top: id, under }).some((other) => other.kind === action.as)
        if (action.kind === 'lineage') return exists ? undefined : plan(lineageAddition(reader, edge))
        return exists ? plan(lineageRemoval(reader, edge)) : undefined
      }
      case 'link': {
        const to = this.#pick(action.to)
        if (to === undefined || to === id) return undefined
        return planLink(reader, { from: id, to, type: 'related', source: 'typed' })
      }
      default:
        return action satisfies never
    }
  }

  #pick(at: number): EntryId | undefined {
    const ids = [...this.store.entries({ visibility: 'all' })].map((entry) => entry.id)
    return ids[at % Math.max(1, ids.length)]
  }
}

function plan(...operations: readonly Operation[]): Plan {
  return { stage: 'edit', command: 'test', operations, base: [] }
}

/** Everything a memory says, as bytes: entries, edges and the resolved view; whatever is retracted left out on request. */
export function dump(reader: StoreReader, { activeOnly = false } = {}): string {
  const entries = [...reader.entries({ visibility: 'all' })]
    .filter((entry) => !activeOnly || entry.state === 'active')
    .map(({ versions: _, text_version: __, ...entry }) => ({ entry, view: reader.view(entry.id) }))
  return canonicalJson({
    entries,
    lineage: reader.lineage({}),
    links: reader.links({}),
    issues: reader.viewIssues(),
  })
}

/** The texts of every revision ever made, in no order that depends on the store. */
export function allTexts(reader: StoreReader): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const { id } of reader.records({})) {
    for (const operation of reader.record(id)?.operations ?? []) {
      if (operation.op === 'entry.add') texts.add(operation.fields.content)
      if (operation.op === 'entry.revise' && typeof operation.set.content === 'string')
        texts.add(operation.set.content)
    }
  }
  return texts
}

export function isConflict(thrown: unknown): boolean {
  return VarveError.isInstance(thrown) && thrown.code === 'undo_conflict'
}
