import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { checkConcurrentEdits } from './check-concurrent-edits.ts'
import { checkDigests } from './check-digests.ts'
import { checkEntries } from './check-entries.ts'
import { checkFile } from './check-file.ts'
import { checkFiles } from './check-files.ts'
import { checkFutureDates } from './check-future-dates.ts'
import { checkIndex } from './check-index.ts'
import { checkInstalledAgents } from './check-installed-agents.ts'
import { checkJournal } from './check-journal.ts'
import { checkLineage } from './check-lineage.ts'
import { checkLinks } from './check-links.ts'
import { checkMerges } from './check-merges.ts'
import { checkNearDuplicates } from './check-near-duplicates.ts'
import { checkOutbox } from './check-outbox.ts'
import { checkPlaces } from './check-places.ts'
import { checkQuarantine } from './check-quarantine.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkState } from './check-state.ts'
import { checkSuspicious } from './check-suspicious.ts'
import { checkTagAliases } from './check-tag-aliases.ts'

export interface CheckOptions {
  readonly secrets: boolean
  /** How alike texts are that are looked for; undefined where none are. */
  readonly duplicates?: number
  readonly configOnly: boolean
  readonly agents: boolean
}

/** One kind of problem that doctor looks for. */
export interface Check {
  readonly name: string
  /** Whether folding the journal again mends what it finds. */
  readonly mendedByRebuild: boolean
  run(context: OperationContext, options: CheckOptions): readonly Issue[]
}

export const CHECKS: readonly Check[] = [
  { name: 'configuration', mendedByRebuild: false, run: (context) => context.configIssues },
  ofStore('places', checkPlaces),
  ofStore('outbox', checkOutbox),
  ofStore('file', checkFile),
  ofStore('journal', checkJournal),
  { ...ofStore('state', checkState), mendedByRebuild: true },
  ofStore('lineage', checkLineage),
  ofStore('digests', checkDigests),
  ofStore('merges', checkMerges),
  ofStore('entries', checkEntries),
  ofStore('links', checkLinks),
  ofStore('files', checkFiles),
  ofStore('tag aliases', checkTagAliases),
  ofStore('index', checkIndex),
  ofStore('near duplicates', (context, { duplicates }) =>
    duplicates === undefined ? [] : checkNearDuplicates(context, duplicates),
  ),
  ofStore('concurrent edits', checkConcurrentEdits),
  ofStore('future dates', checkFutureDates),
  ofStore('quarantine', checkQuarantine),
  ofStore('suspicious entries', checkSuspicious),
  {
    name: 'agents',
    mendedByRebuild: false,
    run: (context, { agents }) => (agents ? checkInstalledAgents(context) : []),
  },
  ofStore('secrets', (context, options) => (options.secrets ? checkSecrets(context) : [])),
]

function ofStore(name: string, run: Check['run']): Check {
  return {
    name,
    mendedByRebuild: false,
    run: (context, options) => (options.configOnly ? [] : run(context, options)),
  }
}
