import {
  type AddOutcome,
  CONFIDENCES,
  danglingSupersedes,
  type EntryFields,
  type EntryId,
  entryId,
  type Issue,
  planAdd,
  recordHeader,
  recordLine,
  type Source,
  type StoreReader,
  type StoreWriter,
  sortedUnique,
  VarveError,
  withoutUndefined,
} from '@varve/core'
import { inferState } from '@varve/core/consolidate'
import { partsOfProject } from '../project/parts-of-project.ts'
import { attributeFields, readAttributes } from './attribute-input.ts'
import { captureText } from './capture-text.ts'
import { checkCategory } from './check-category.ts'
import { checkScope } from './check-scope.ts'
import { commit, defaultScope, viewFor } from './commit.ts'
import { compareOne } from './compare-texts.ts'
import type { OperationContext } from './context.ts'
import { choice, flag, type InputOf, list, optionalPositional, text } from './field.ts'
import { findTarget } from './find-entry.ts'
import { listNear, type NearEntry, renderNear } from './near-list.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const MAX_CONTENT_BYTES = 64 * 1024

const fields = {
  text: optionalPositional('What is known; - reads it from standard input', 'text'),
  category: text('Where it belongs: conventions, architecture, operations, decisions or your own', {
    value: 'name',
  }),
  title: text('A title makes it a note, which is never merged by its text'),
  tag: list('A tag; may be given again', { value: 'tag' }),
  supersedes: list('The entry that this one replaces; may be given again', { value: 'id' }),
  confidence: choice('How sure it is', CONFIDENCES),
  key: text('The subject: two entries of one key contradict each other', { value: 'name' }),
  ref: list('A file, file#symbol or URL that it speaks of; may be given again', { value: 'path' }),
  type: text('fact, note, learning, digest or map', { value: 'type' }),
  ...attributeFields,
  scope: text('project, branch:<name> or session:<id>', { value: 'scope' }),
  pin: flag('Show it first, and never fuse it'),
  allowLarge: flag('Take more than 64 KiB'),
  dryRun: flag('Say what would happen, and do nothing'),
}

/** `varve add`: one statement in, as an entry or as a sighting of the entry that says it already. */
export const add = defineOperation({
  name: 'add',
  summary: 'Add a piece of knowledge',
  effect: 'writes',
  fields,
  examples: [
    'varve add "Use pnpm, never npm." --category conventions --tag tooling',
    'varve add "The API listens on port 8080" --supersedes 7c1d09aa --ref src/server.ts',
  ],
  async run(input, context) {
    const content = captureText(await readContent(input, context), context)
    // Loaded where there are any: most additions name none.
    const refs =
      input.ref.length === 0 ? [] : (await import('./capture-refs.ts')).captureRefs(input.ref, context)
    const occasion =
      context.session === undefined ? `run ${context.ids.uuid()}` : `session ${context.session}`
    const id = entryId(context.ids.uuid())
    const { outcome, planHash } = commit(context, 'add', input.dryRun, (reader, view) => {
      const replaced = input.supersedes.map((typed) => findTarget(reader, typed, context.redact))
      const stated = withoutUndefined({
        category: input.category,
        confidence: input.confidence,
        key: input.key === undefined ? undefined : context.redact(input.key),
      })
      const added = planAdd(reader, view.viewOf, {
        id,
        fields: { ...fieldsOf(input, context, content), refs },
        stated,
        supersedes: replaced,
        occasion,
      })
      const answer = answerOf(reader, added, view.canon(added.id), input)
      return { plan: added.plan, outcome: { ...answer, issues: missingOf(reader, added.id, replaced) } }
    })
    const near = input.dryRun || outcome.status !== 'added' ? [] : findNear(context, outcome.id)
    return render({ ...outcome, near }, input.dryRun, planHash, context.reading())
  },
})

/** The new entry's near relatives; the entry itself is written already, whatever they are. */
function findNear(context: OperationContext, id: EntryId): readonly NearEntry[] {
  const compare = (writer: StoreWriter) => {
    compareOne(writer, id)
    return listNear(writer, viewFor(context, writer), id)
  }
  // An entry whose comparison is lost is compared when that is next asked for.
  return context.writing().transact('add', compare, 'derived')
}

/** What is replaced may still come, from a file or from a colleague: until then it is told. */
function missingOf(reader: StoreReader, top: EntryId, replaced: readonly EntryId[]): readonly Issue[] {
  return replaced
    .filter((under) => reader.entry(under) === undefined)
    .map((under) => danglingSupersedes(top, under))
}

type Input = InputOf<typeof fields>

async function readContent(input: Input, context: OperationContext): Promise<string> {
  const content = input.text === undefined || input.text === '-' ? await context.readInput() : input.text
  if (input.text === undefined && content === '') {
    throw new VarveError('usage', 'add needs <text>', { fix: [add.examples[0]] })
  }
  const size = Buffer.byteLength(content)
  if (size > MAX_CONTENT_BYTES && !input.allowLarge) {
    throw new VarveError(
      'invalid_value',
      `the text has ${size} bytes; more than ${MAX_CONTENT_BYTES} need --allow-large`,
      {
        fix: ['varve add - --allow-large < file'],
      },
    )
  }
  return content
}

function fieldsOf(input: Input, context: OperationContext, content: string): Omit<EntryFields, 'refs'> {
  const { redact } = context
  if (input.category !== undefined) checkCategory(input.category, context.config, 'varve add "Use pnpm"')
  return withoutUndefined({
    content,
    title: input.title === undefined ? undefined : redact(input.title),
    type: input.type === undefined ? (input.title === undefined ? 'fact' : 'note') : redact(input.type),
    category: input.category ?? 'uncategorised',
    mem_state: inferState(content),
    ...readAttributes(input, context),
    tags: sortedUnique([...input.tag, ...partsHere(context)].map(redact)),
    source: sourceOf(context),
    confidence: input.confidence ?? 'medium',
    scope: checkScope(input.scope, 'varve add "Use pnpm" --scope project') ?? defaultScope(context),
    key: input.key === undefined ? undefined : redact(input.key),
    pinned: input.pin ? true : undefined,
    created: context.clock.now(),
  })
}

/** The parts of a monorepo that it is said in. */
function partsHere({ config, place, cwd }: OperationContext): readonly string[] {
  return partsOfProject(config.project.paths, place.top, cwd)
}

/** What is said inside an agent's session is the agent's word; on a terminal it is the person's. */
function sourceOf({ session, actor }: OperationContext): Source {
  if (session === undefined) return { kind: 'human', trust: 'user', agent: actor }
  return { kind: 'agent', trust: 'agent', agent: actor, session }
}

interface Answer {
  readonly status: AddOutcome['status']
  readonly id: EntryId
  readonly shortId: string
  readonly canonical: EntryId
  readonly category: string
}

function answerOf(reader: StoreReader, added: AddOutcome, canonical: EntryId, input: Input): Answer {
  const category = reader.entry(added.id)?.category ?? input.category ?? 'uncategorised'
  return { status: added.status, id: added.id, shortId: shortIdIn(reader, added.id), canonical, category }
}

const SAID: Readonly<Record<Answer['status'], string>> = {
  added: 'Added',
  duplicate: 'Already known:',
  unburied: 'Back again:',
}

function render(
  answer: Answer & { readonly near: readonly NearEntry[]; readonly issues: readonly Issue[] },
  dryRun: boolean,
  planHash: string,
  reader: StoreReader,
): OperationResult {
  const { status, id, shortId, canonical, category, near, issues } = answer
  const known = status === 'added' ? {} : { canonical }
  return {
    json: {
      status,
      id,
      category,
      ...known,
      near,
      issues,
      ...(dryRun && { dry_run: true, plan_hash: planHash }),
    },
    human: `${[`${dryRun ? 'Would say: ' : ''}${SAID[status]} ${shortId} (${category})`, ...renderNear(reader, near)].join('\n')}\n`,
    records: `${[
      recordHeader('add', { status, id, ...(dryRun && { dry_run: true }) }),
      ...near.map((each) => recordLine('D', ['near', each.id, each.relation], { score: each.score })),
    ].join('\n')}\n`,
    issues,
  }
}
