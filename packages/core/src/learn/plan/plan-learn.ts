import { type EntryFields, FORGOTTEN, type Scope, type Source } from '../../domain/entry.ts'
import { type EntryId, entryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  AGENT_MIN_SESSIONS,
  type Evidence,
  PROMOTED_FROM,
  type Rating,
  recurrenceOf,
  VAGUE_SPECIFICITY,
} from '../../domain/learning.ts'
import { entityOf, entryEntity, type LineageOperation, type Operation } from '../../domain/operation.ts'
import { by, byNumber, byText, inOrder } from '../../domain/order.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Session } from '../../domain/session.ts'
import { trustRank } from '../../domain/trust.ts'
import { uuidV5 } from '../../domain/uuid.ts'
import { textKey } from '../../guard/normalise/text-key.ts'
import { countSpecifics } from '../../guard/specifics.ts'
import { planBase } from '../../journal/apply-plan.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { KeyedFinding } from '../gather-findings.ts'
import { listSuspicions } from './suspicions.ts'

/** What one session teaches, and where that belongs. */
export interface SessionLessons {
  readonly session: Session
  readonly scope: Scope
  readonly findings: readonly KeyedFinding[]
}

export interface Lesson {
  readonly id: EntryId
  readonly content: string
  readonly session: string
  readonly evidence: readonly Evidence[]
  readonly isNew: boolean
}

export interface LearnOutcome {
  readonly plan: Plan
  readonly lessons: readonly Lesson[]
  readonly skipped: readonly { readonly reason: string; readonly text: string }[]
}

export interface LearnContext {
  readonly now: Instant
  readonly redact: (text: string) => string
  /** Keys of what rules files say already. */
  readonly stated: ReadonlySet<string>
  /** Ids of what our own memory put before the agent in a session. */
  readonly shownIn?: (session: Session) => ReadonlySet<string>
}

const oldestFirst = inOrder<SessionLessons>(
  by(({ session }) => session.last_event_at, byNumber),
  by(({ session }) => session.id, byText),
)

/** The id of what a project learnt: the same wherever, and by whomever, it is learnt. */
export function learningId(project: string, key: string): EntryId {
  return entryId(uuidV5(`varve/learning/1\n${project}\n${key}`))
}

/**
 * The plan that takes lessons in: an entry for each that is new, a sighting for each session in which one
 * was seen. What is there already is left alone, so that learning again changes nothing.
 */
export function planLearn(
  reader: StoreReader,
  all: readonly SessionLessons[],
  context: LearnContext,
): LearnOutcome {
  const draft = new LearnDraft(reader, context)
  for (const lessons of [...all].sort(oldestFirst)) draft.take(lessons)
  return draft.finish()
}

class LearnDraft {
  readonly #reader: StoreReader
  readonly #context: LearnContext
  readonly #operations: Operation[] = []
  readonly #lessons: Lesson[] = []
  readonly #skipped: { reason: string; text: string }[] = []
  readonly #added = new Set<EntryId>()
  readonly #woken = new Set<EntryId>()
  readonly #occasions = new Map<EntryId, Set<string>>()
  /** What says more than another, and in what scope both were learnt. */
  readonly #fuller = new Map<EntryId, { readonly finding: KeyedFinding; readonly scope: Scope }>()

  constructor(reader: StoreReader, context: LearnContext) {
    this.#reader = reader
    this.#context = context
  }

  take({ session, scope, findings }: SessionLessons): void {
    for (const finding of findings) {
      const reason = this.#reasonToSkip(finding, session, scope)
      if (reason !== undefined) this.#skipped.push({ reason, text: finding.content })
      else this.#sight(session, scope, finding)
    }
  }

  finish(): LearnOutcome {
    const edges = this.#standIns()
    const ids = [...new Set([...this.#lessons.map(({ id }) => id), ...edges.map(({ under }) => under)])]
    this.#operations.push(...edges)
    const base = planBase(this.#reader, [...ids.map(entryEntity), ...edges.map(entityOf)])
    return {
      plan: { stage: 'learn', command: 'learn', operations: this.#operations, base },
      lessons: this.#lessons,
      skipped: this.#skipped,
    }
  }

  /** What is held true stands for what says less; once only, so that who takes it back is not overruled. */
  #standIns(): readonly LineageOperation[] {
    return [...this.#fuller].flatMap(([top, { finding, scope }]) => {
      const key = textKey(finding.saysMoreThan ?? '')
      const under = key === undefined ? top : this.#placeOf(key, scope)
      if (under === top || !this.#isThere(under) || !this.#isHeldTrue(top, finding)) return []
      const edge: LineageOperation = { op: 'lineage.add', kind: 'supersedes', top, under, was: null }
      return this.#reader.events(entityOf(edge)).length > 0 ? [] : [edge]
    })
  }

  /** Of its findings the one that is trusted most: so is the learning. */
  #noteFuller(id: EntryId, finding: KeyedFinding, scope: Scope): void {
    const known = this.#fuller.get(id)?.finding.trust
    if (known === undefined || trustRank(known) < trustRank(finding.trust))
      this.#fuller.set(id, { finding, scope })
  }

  #isThere(id: EntryId): boolean {
    return this.#added.has(id) || this.#reader.entry(id) !== undefined
  }

  #isHeldTrue(id: EntryId, { impact, specificity, trust: seen }: KeyedFinding): boolean {
    const trust = this.#reader.entry(id)?.source.trust ?? seen
    const sessions = this.#occasionsOf(id).size
    const sum = (recurrenceOf(sessions) + impact + specificity) * 10
    const isTrusted = Math.max(trustRank(trust), trustRank(seen)) >= trustRank('agent')
    return isTrusted && sessions >= AGENT_MIN_SESSIONS && sum >= PROMOTED_FROM
  }

  #reasonToSkip(finding: KeyedFinding, session: Session, scope: Scope): string | undefined {
    const { content, key } = finding
    if (this.#context.stated.has(key)) return 'restates_rules'
    if (this.#isEcho(finding, session, scope)) return 'echo'
    return this.#context.redact(content) === content ? undefined : 'secret'
  }

  /** What a memory says to an agent, and the agent says again, was not seen once more; a person's word counts. */
  #isEcho({ key, trust, isEcho = false }: KeyedFinding, session: Session, scope: Scope): boolean {
    if (trust === 'user') return false
    return isEcho || (this.#context.shownIn?.(session).has(this.#placeOf(key, scope)) ?? false)
  }

  #sight(session: Session, scope: Scope, finding: KeyedFinding): void {
    const id = this.#placeOf(finding.key, scope)
    const occasion = `session ${session.root_id}`
    const known = this.#occasionsOf(id)
    if (known.has(occasion)) return
    known.add(occasion)
    if (finding.saysMoreThan !== undefined) this.#noteFuller(id, finding, scope)
    const source: Source = {
      kind: 'session',
      trust: finding.trust,
      agent: session.agent,
      session: session.id,
      ...(finding.evidence[0] === undefined ? {} : { message: finding.evidence[0].message }),
    }
    const isNew = this.#reader.entry(id) === undefined && !this.#added.has(id)
    if (isNew) {
      this.#added.add(id)
      this.#operations.push({
        op: 'entry.add',
        id,
        fields: fieldsOf(finding, source, scope, this.#timeOf(finding, session)),
      })
    }
    this.#operations.push({ op: 'learning.sight', id, occasion, source, rating: ratingOf(finding, session) })
    if (isNew) this.#setApart(id, finding)
    else this.#wake(id)
    this.#lessons.push({
      id,
      content: finding.content,
      session: session.id,
      evidence: finding.evidence,
      isNew,
    })
  }

  /** What the sweep forgot and a session shows again is wanted still. */
  #wake(id: EntryId): void {
    const was = this.#reader.entry(id)?.flags.find(({ kind }) => kind === 'buried')
    if (was?.reason !== FORGOTTEN || this.#woken.has(id)) return
    this.#woken.add(id)
    this.#operations.push({ op: 'flag.clear', id, kind: 'buried', reason: 'seen again', was })
  }

  /** What would do harm if it were followed waits for a person. */
  #setApart(id: EntryId, finding: KeyedFinding): void {
    const broken = listSuspicions(finding.content, finding.trust, finding)
    if (broken.length === 0) return
    const reason = broken.map(({ rule, says }) => `${rule}: ${says}`).join('; ')
    this.#operations.push({ op: 'flag.set', id, kind: 'untrusted', reason, was: null })
  }

  /** The entry that says it: the learning itself, or what somebody wrote down in the same words. */
  #placeOf(key: string, scope: Scope): EntryId {
    const own = learningId(this.#reader.project, key)
    if (this.#added.has(own) || this.#reader.entry(own) !== undefined) return own
    return this.#reader.classMembers(scope, key)[0] ?? own
  }

  #occasionsOf(id: EntryId): Set<string> {
    const noted = this.#occasions.get(id)
    if (noted !== undefined) return noted
    const entry = this.#reader.entry(id)
    // What was purged doesn't come back.
    const occasions = new Set(entry?.sightings.map(({ occasion }) => occasion))
    this.#occasions.set(id, occasions)
    return occasions
  }

  #timeOf({ at }: KeyedFinding, session: Session): Instant {
    return Math.min(at ?? session.last_event_at, this.#context.now)
  }
}

function fieldsOf(finding: KeyedFinding, source: Source, scope: Scope, created: Instant): EntryFields {
  const { content, category, extractor } = finding
  return {
    content,
    type: 'learning',
    category,
    tags: [extractor],
    refs: [],
    source,
    confidence: 'low',
    scope,
    created,
  }
}

function ratingOf(
  { content, impact, specificity: stated, evidence }: KeyedFinding,
  { branch }: Session,
): Rating {
  const specificity = countSpecifics(content) === 0 ? Math.min(stated, VAGUE_SPECIFICITY) : stated
  return { impact, specificity, evidence, ...(branch === null ? {} : { branch }) }
}

/** The keys of each line of rules files, which nobody needs to learn. */
export function keysOfLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => textKey(line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')) ?? [])
}
