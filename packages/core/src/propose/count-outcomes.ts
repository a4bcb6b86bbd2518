import type { EntryId } from '../domain/ids.ts'
import { byText } from '../domain/order.ts'
import type { StoreReader } from '../ports/store.ts'
import type { AcceptedProposal, Ledger } from './ledger.ts'
import { NARRATE } from './narrative/narrative-key.ts'

/** What became of the proposals of one version of the instructions, as far as this machine remembers. */
export interface PromptOutcomes {
  readonly prompt: string
  /** Applied, and standing. */
  readonly accepted: number
  /** Waiting for a person. */
  readonly reviewed: number
  readonly rejected: number
  /** Applied, and taken back since. */
  readonly undone: number
}

/** By version, in the order of their names. */
export function countOutcomes(reader: StoreReader, ledger: Ledger): readonly PromptOutcomes[] {
  const { accepted, waiting, narratives } = ledger
  // A call that failed proposed nothing: it stands under the name of its step.
  const rejected = ledger.rejected.filter(({ prompt }) => prompt.includes('/'))
  const prose = narratives.filter(({ text }) => text !== '').map(() => ({ prompt: NARRATE }))
  const prompts = [...accepted, ...waiting, ...rejected, ...prose].map(({ prompt }) => prompt)
  return [...new Set(prompts)].sort(byText).map((prompt) => {
    const own = accepted.filter((each) => each.prompt === prompt)
    const undone = own.filter((each) => !stands(reader, each)).length
    const of = (rows: readonly { readonly prompt: string }[]) =>
      rows.filter((row) => row.prompt === prompt).length
    return {
      prompt,
      accepted: own.length - undone + of(prose),
      reviewed: of(waiting),
      rejected: of(rejected),
      undone,
    }
  })
}

function stands(reader: StoreReader, { id, sources }: AcceptedProposal): boolean {
  const under = new Set<EntryId>(reader.lineage({ top: id }).map((edge) => edge.under))
  return sources.every((source) => source === id || under.has(source))
}
