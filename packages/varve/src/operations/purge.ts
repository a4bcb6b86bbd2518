import {
  type EntryId,
  type Plan,
  planPurge,
  recordHeader,
  type StoreReader,
  sortedUnique,
  VarveError,
} from '@varve/core'
import { refreshCache } from './cache/refresh-cache.ts'
import { commit } from './commit.ts'
import type { OperationContext } from './context.ts'
import { flag, type InputOf, rest, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import {
  type ErasedBeside,
  eraseBesideStore,
  eraseQuarantined,
  findQuarantined,
  NOTHING_BESIDE,
} from './purge/erase-beside-store.ts'
import { listOutOfReach } from './purge/list-out-of-reach.ts'
import { listRepeating, listTexts } from './purge/purged-text.ts'

const fields = {
  ids: rest('The entries; or file:line of what lies in quarantine', 'id'),
  session: text('A session instead: what was said in it, and decided on its windows', { value: 'id' }),
  part: text('A part of what was said in a session, by its id', { value: 'id' }),
  reason: text('Why; kept in place of the text'),
  yes: flag('Do not ask'),
  force: flag('Pinned entries too, and a part that a learning quotes'),
  dryRun: flag('Say what would be erased, and do nothing'),
}

/** `varve purge`: the one operation that erases. */
export const purge = defineOperation({
  name: 'purge',
  summary: 'Erase an entry, or a session, for good',
  effect: 'erases',
  standsAlone: true,
  fields,
  examples: [
    'varve purge 7c1d09aa --reason "a password"',
    'varve purge 7c1d09aa --reason "personal data" --yes',
  ],
  async run({ ids, session, part, reason, yes, force, dryRun }, context) {
    if (session !== undefined && ids.length === 0) {
      const { purgeSession } = await import('./purge/purge-session.ts')
      return purgeSession(context, { session, yes, dryRun })
    }
    if (part !== undefined && ids.length === 0) {
      const { purgePart } = await import('./purge/purge-part.ts')
      return purgePart(context, { typed: part, reason, yes, force, dryRun })
    }
    if (ids.length === 0 || reason === undefined) {
      throw new VarveError('usage', 'purge needs <id> and --reason', { fix: [purge.examples[0]] })
    }
    const meant = findMeant(context.reading(), ids)
    if (!dryRun && !yes) await askFirst(context, meant, { ids, reason })
    // An erasure that waits is none.
    if (!dryRun) context.writingInPlace()
    const texts = listTexts(context.reading(), meant.entries)
    const outOfReach = listOutOfReach(context.reading(), context, meant.entries)
    const { plan, record } = commit(context, 'purge', dryRun, (reader) => ({
      plan: planPurge(reader, meant.entries, { reason: context.redact(reason), force }),
      outcome: undefined,
    }))
    const beside = dryRun ? NOTHING_BESIDE : eraseAround(context, meant, texts)
    return render(context, { dryRun, plan, planId: record?.id, beside, meant, texts, outOfReach })
  },
})

interface Meant {
  readonly entries: readonly EntryId[]
  /** Places in the quarantine. */
  readonly quarantined: readonly string[]
}

function findMeant(reader: StoreReader, typed: InputOf<typeof fields>['ids']): Meant {
  const quarantined = typed.filter((word) => findQuarantined(reader, word).length > 0)
  const entries = typed.filter((word) => !quarantined.includes(word)).map((word) => findEntry(reader, word))
  return { entries: sortedUnique(entries) as EntryId[], quarantined }
}

async function askFirst(
  context: OperationContext,
  { entries, quarantined }: Meant,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<void> {
  const what = [...entries, ...quarantined].join(', ')
  if (await context.confirm(`Erase ${what} for good? Nothing brings it back.`)) return
  throw new VarveError('usage', 'not confirmed; nothing was erased', {
    fix: [`varve purge ${ids.join(' ')} --reason ${JSON.stringify(reason)} --yes`],
  })
}

/** Everything of this machine that held the text: what lies beside the store, and under its tables. */
function eraseAround(context: OperationContext, meant: Meant, texts: readonly string[]): ErasedBeside {
  const named = new Set(meant.quarantined)
  const asked = eraseQuarantined(context, ({ file, line }) => named.has(`${file}:${line}`))
  const beside = eraseBesideStore(context, meant.entries, texts)
  context.writingInPlace().scrub()
  refreshCache(context, { afresh: true })
  return { ...beside, quarantined: [...asked, ...beside.quarantined] }
}

interface Erasure {
  readonly dryRun: boolean
  readonly plan: Plan
  readonly planId: string | undefined
  readonly beside: ErasedBeside
  readonly meant: Meant
  readonly texts: readonly string[]
  readonly outOfReach: readonly string[]
}

function render(
  context: OperationContext,
  { dryRun, plan, planId, beside, meant, texts, outOfReach }: Erasure,
): OperationResult {
  const erased = plan.operations.flatMap((operation) =>
    operation.op === 'purge' ? [{ id: operation.id, hash: operation.hash }] : [],
  )
  const repeatedBy = listRepeating(context.reading(), meant.entries, texts)
  const places = dryRun ? meant.quarantined : beside.quarantined
  const what = [...erased.map(({ id }) => id), ...places]
  const files = [...beside.journal_files, ...beside.outbox_files, ...beside.kept_stores]
  return {
    json: {
      erased,
      ...beside,
      quarantined: places,
      repeated_by: repeatedBy,
      out_of_reach: outOfReach,
      plan_id: planId ?? null,
      dry_run: dryRun,
    },
    human: [
      `${dryRun ? 'Would erase' : 'Erased'} ${what.length === 0 ? 'nothing' : what.join(', ')}`,
      ...(files.length === 0 ? [] : [`  also in: ${files.join(', ')}`]),
      ...repeatedBy.map((id) => `  ${id} may say it too: varve show ${id} --raw`),
      ...(what.length === 0 ? [] : outOfReach.map((where) => `  out of reach: ${where}`)),
      '',
    ].join('\n'),
    records: `${recordHeader('purge', {
      erased: what.join(',') || '-',
      repeated_by: repeatedBy.join(',') || '-',
      plan: planId,
    })}\n`,
  }
}
