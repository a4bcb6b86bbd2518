import { recordHeader, recordLine, type StoreReader, VarveError } from '@varve/core'
import {
  type Clump,
  EVIDENCE_KINDS,
  type EvidenceKind,
  roundHalfAway,
  SUGGEST_DEFAULTS,
  type SuggestRules,
  suggestDigests,
} from '@varve/core/digest'
import { issuesAbout } from '@varve/core/recall'
import { budgetFields } from './budget-input.ts'
import { viewFor } from './commit.ts'
import { entryLabel } from './digest/entry-label.ts'
import { flag, type InputOf, integer, list, share } from './field.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'
import { tokenCounter } from './token-counter.ts'

const DEFAULT_LIMIT = 10
const KINDS = EVIDENCE_KINDS.join(',')

const RULE_FIELDS = {
  evidence: list(`What may hold entries together (default ${KINDS})`, { value: KINDS }),
  includeMocs: flag('Maps and other collections too'),
  minSize: integer(`Fewest entries of a group (default ${SUGGEST_DEFAULTS.minSize})`, { minimum: 2 }),
  maxSize: integer(`Most entries of a group (default ${SUGGEST_DEFAULTS.maxSize})`, { minimum: 2 }),
  maxTokens: integer(`Most tokens of a group's texts together (default ${SUGGEST_DEFAULTS.maxTokens})`, {
    minimum: 1,
  }),
  minCohesion: share(
    'Least share of what ties a group to anything that is within it',
    SUGGEST_DEFAULTS.minCohesion,
  ),
  minSaving: integer(`Fewest tokens that a digest would save (default ${SUGGEST_DEFAULTS.minSaving})`),
  seed: integer('Visit entries in an order shuffled by this, 0 for that of their ids (default 0)', {
    maximum: 2 ** 32 - 1,
  }),
}

/** `varve compact suggest`: which entries one digest could stand in for. */
export const compactSuggest = defineOperation({
  name: 'compact suggest',
  summary: 'Find groups of entries that a digest would be worth writing for',
  effect: 'reads',
  fields: {
    ...RULE_FIELDS,
    limit: integer(`Most groups to show, 0 for all (default ${DEFAULT_LIMIT})`),
    explain: flag('Say what holds each group together, and how its score comes about'),
    counter: budgetFields.counter,
  },
  examples: ['varve compact suggest', 'varve compact suggest --evidence links --min-size 4 --json'],
  run({ limit = DEFAULT_LIMIT, explain, counter, ...asked }, context) {
    const reader = context.reading()
    const view = viewFor(context, reader)
    const rules = rulesOf(asked)
    const found = suggestDigests(reader, view, tokenCounter(counter ?? context.config.memory.counter), rules)
    const candidates = limit === 0 ? found : found.slice(0, limit)
    const issues = issuesAbout(
      view.issues(),
      candidates.flatMap(({ ids }) => ids),
    )
    const page: Page = { candidates, total: found.length, seed: rules.seed, explain }
    return {
      json: { ...json(page), issues },
      human: human(reader, page),
      records: records(page),
      issues,
    }
  },
})

interface Page {
  readonly candidates: readonly Clump[]
  readonly total: number
  readonly seed: number
  readonly explain: boolean
}

function rulesOf(asked: InputOf<typeof RULE_FIELDS>): SuggestRules {
  const { minSize = SUGGEST_DEFAULTS.minSize, maxSize = SUGGEST_DEFAULTS.maxSize } = asked
  if (minSize > maxSize) {
    throw new VarveError('usage', `no group has ${minSize} entries or more and ${maxSize} at most`, {
      fix: ['varve compact suggest --min-size 3 --max-size 20'],
    })
  }
  return {
    evidence: asked.evidence.length === 0 ? SUGGEST_DEFAULTS.evidence : parseEvidence(asked.evidence),
    includeMaps: asked.includeMocs,
    minSize,
    maxSize,
    maxTokens: asked.maxTokens ?? SUGGEST_DEFAULTS.maxTokens,
    minCohesion: asked.minCohesion ?? SUGGEST_DEFAULTS.minCohesion,
    minSaving: asked.minSaving ?? SUGGEST_DEFAULTS.minSaving,
    seed: asked.seed ?? SUGGEST_DEFAULTS.seed,
  }
}

/** `links,text`, or a flag for each. */
function parseEvidence(typed: readonly string[]): readonly EvidenceKind[] {
  const words = typed.flatMap((each) => each.split(',')).map((word) => word.trim())
  return words.map((word) => {
    const kind = EVIDENCE_KINDS.find((each) => each === word)
    if (kind !== undefined) return kind
    throw new VarveError(
      'invalid_value',
      `no such evidence: ${word}; there are ${EVIDENCE_KINDS.join(', ')}`,
      {
        fix: ['varve compact suggest --evidence links,tags'],
      },
    )
  })
}

function json({ candidates, total, seed, explain }: Page): object {
  return {
    candidates: candidates.map((candidate) => ({
      ids: candidate.ids,
      node_count: candidate.ids.length,
      internal_edges: candidate.internalEdges,
      boundary_edges: candidate.boundaryEdges,
      boundary_ratio: roundHalfAway(candidate.boundaryRatio, 4),
      cohesion: roundHalfAway(candidate.cohesion, 4),
      estimated_tokens: candidate.tokens,
      estimated_chars: candidate.characters,
      target_tokens: candidate.targetTokens,
      estimated_saving: candidate.saving,
      avg_value: roundHalfAway(candidate.averageValue, 1),
      score: candidate.score,
      suggested_command: nextCommand(candidate.ids),
      ...(explain && {
        held_by: Object.fromEntries(
          [...candidate.heldBy].map(([kind, part]) => [kind, roundHalfAway(part, 4)]),
        ),
      }),
    })),
    total,
    seed,
  }
}

function human(reader: StoreReader, { candidates, total, explain }: Page): string {
  if (total === 0) return NOTHING
  const blocks = candidates.map((candidate, at) =>
    [
      `Candidate ${at + 1} (score ${candidate.score.toFixed(1)})`,
      `  Notes: ${candidate.ids.length}, tokens ${candidate.tokens} -> about ${candidate.targetTokens} (saves ${candidate.saving})`,
      `  Edges: internal ${candidate.internalEdges}, boundary ${candidate.boundaryEdges} (ratio ${candidate.boundaryRatio.toFixed(2)}), cohesion ${candidate.cohesion.toFixed(2)}`,
      ...(explain ? explanation(candidate) : []),
      ...candidate.ids.map((id) => `    - ${entryLabel(reader, id)}`),
      `  Next: ${nextCommand(candidate.ids.map((id) => shortIdIn(reader, id)))}`,
    ].join('\n'),
  )
  const rest =
    candidates.length < total ? [`${candidates.length} of ${total} shown (--limit 0 shows all)`] : []
  return `${[...blocks, ...rest].join('\n\n')}\n`
}

const NOTHING =
  'No candidates: no group of entries hangs together closely enough, and is long enough, for a digest to save much.\n'

function explanation({ heldBy, saving, cohesion, averageValue, valueFactor }: Clump): readonly string[] {
  const parts = [...heldBy].map(([kind, part]) => `${kind} ${Math.round(100 * part)}%`)
  return [
    `  Held together by: ${parts.join(', ')}`,
    `  Score: ${saving} tokens saved × ${cohesion.toFixed(4)} cohesion × ${valueFactor.toFixed(2)} for an average value of ${roundHalfAway(averageValue, 1)}`,
  ]
}

function records({ candidates, total, seed, explain }: Page): string {
  return `${[
    recordHeader('compact.suggest', { candidates: candidates.length, total, seed }),
    ...candidates.flatMap((candidate, at) => [
      recordLine('D', ['candidate', at + 1], {
        nodes: candidate.ids.length,
        internal: candidate.internalEdges,
        boundary: candidate.boundaryEdges,
        boundary_ratio: candidate.boundaryRatio.toFixed(2),
        cohesion: candidate.cohesion.toFixed(2),
        tokens: candidate.tokens,
        saving: candidate.saving,
        score: candidate.score.toFixed(1),
      }),
      ...(explain
        ? [
            recordLine(
              'D',
              ['candidate_held_by', at + 1],
              Object.fromEntries([...candidate.heldBy].map(([kind, part]) => [kind, part.toFixed(2)])),
            ),
          ]
        : []),
      ...candidate.ids.map((id) => recordLine('D', ['candidate_id', at + 1, id])),
    ]),
  ].join('\n')}\n`
}

function nextCommand(ids: readonly string[]): string {
  return ['varve compact apply <digest-id>', ...ids.map((id) => `--note ${id}`)].join(' ')
}
