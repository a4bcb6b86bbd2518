import { contentHash } from '../../domain/entry.ts'
import { sortedUnique } from '../../domain/order.ts'
import { DECLINED } from '../judge-group.ts'
import { type AcceptedProposal, type Ledger, type RejectedProposal, withRejected } from '../ledger.ts'
import { nameOfSources } from './judge-context.ts'
import type { NarrativeStep } from './narrative-step.ts'
import type { Proposed, Skipped } from './outcome.ts'
import type { ProposeRequest } from './propose-request.ts'

/** Who asked, when, and what was remembered before. */
type Asked = Pick<ProposeRequest, 'ledger' | 'clock'> & { readonly agent: string }

export interface Judged {
  readonly rejected: readonly Proposed[]
  readonly waiting: readonly Proposed[]
  readonly skipped: readonly Skipped[]
  /** Names of what was asked about. */
  readonly decided: readonly string[]
}

/** What is remembered of answers: what was asked, what was rejected, and what waits for a person. */
export function ledgerAfter(asked: Asked, { rejected, waiting, skipped, decided }: Judged): Ledger {
  const { ledger } = asked
  return {
    ...withRejected(ledger, rejectedRows(asked, rejected.filter(isNews), skipped)),
    decided: sortedUnique([...ledger.decided, ...decided]),
    waiting: waitingRows(asked, waiting),
  }
}

/** What was applied of a run, for the ledger. */
export function acceptedRows(
  { clock, agent }: Pick<Asked, 'clock' | 'agent'>,
  applied: readonly Proposed[],
): readonly AcceptedProposal[] {
  return applied.map(({ prompt, proposal: { id, keeps, sources } }) => ({
    at: clock.now(),
    prompt,
    model: agent,
    id: keeps?.entry.id ?? id,
    sources: sources.map(({ entry }) => entry.id),
  }))
}

/** The same, with what came of the prose that was asked for. */
export function ledgerWithProse(
  asked: Pick<Asked, 'clock' | 'agent'>,
  ledger: Ledger,
  { narratives, refused, skipped }: NarrativeStep,
): Ledger {
  const about = { at: asked.clock.now(), model: asked.agent, name: '' }
  const rows = refused.map(({ prompt, entries, codes, detail }) => ({
    ...about,
    prompt,
    sources: entries,
    codes,
    detail,
  }))
  return { ...withRejected(ledger, [...rows, ...failedRows(about, skipped)]), narratives }
}

/** The same group twice in one run is one rejection. */
export function lastOfEach(proposed: readonly Proposed[]): readonly Proposed[] {
  return [...new Map(proposed.map((each) => [`${each.prompt} ${each.proposal.id}`, each])).values()]
}

function isNews({ proposal }: Proposed): boolean {
  return !proposal.codes.includes(DECLINED)
}

function rejectedRows(
  { clock, agent }: Asked,
  rejected: readonly Proposed[],
  skipped: readonly Skipped[],
): readonly RejectedProposal[] {
  const about = { at: clock.now(), model: agent }
  return [
    ...rejected.map(({ prompt, proposal }) => ({
      ...about,
      prompt,
      name: nameOfSources(proposal.kind, proposal.sources),
      sources: proposal.sources.map(({ entry }) => entry.id),
      codes: proposal.codes,
      detail: proposal.detail,
    })),
    ...failedRows({ ...about, name: '' }, skipped),
  ]
}

function failedRows(
  about: Pick<RejectedProposal, 'at' | 'model' | 'name'>,
  skipped: readonly Skipped[],
): readonly RejectedProposal[] {
  return skipped
    .filter(({ attempts }) => attempts > 0)
    .map(({ step, entries, reason, attempts }) => ({
      ...about,
      prompt: step,
      sources: entries,
      codes: ['G01'],
      detail: `${reason} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`,
    }))
}

function waitingRows({ ledger, clock, agent }: Asked, waiting: readonly Proposed[]): Ledger['waiting'] {
  const added = waiting.map(({ prompt, proposal }) => ({
    at: clock.now(),
    model: agent,
    prompt,
    name: nameOfSources(proposal.kind, proposal.sources),
    id: proposal.id,
    sources: proposal.sources.map(({ entry }) => entry.id),
    hashes: proposal.sources.map(({ entry }) => contentHash(entry)),
    text: proposal.text,
    codes: proposal.codes,
    detail: proposal.detail,
  }))
  const ids = new Set(added.map(({ id }) => id))
  return [...ledger.waiting.filter(({ id }) => !ids.has(id)), ...added]
}
