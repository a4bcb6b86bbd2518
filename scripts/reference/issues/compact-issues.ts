import { type IssueDocs, NOTHING, SAY_WHICH, WITHDRAW } from './issue-doc.ts'

export const COMPACT_ISSUES: IssueDocs = {
  budget_too_small: {
    severity: 'warning',
    meaning: 'The index has no room for its own header, so no entry is in it.',
    mend: 'Raise `memory.autoInjectTokenBudget`.',
  },
  contradiction: {
    severity: 'warning',
    meaning: 'Two entries of one key say different things. The latest is shown, the other is hidden.',
    mend: SAY_WHICH,
  },
  dangling_supersedes: {
    severity: 'info',
    meaning: 'An entry replaces one that is not here. It takes effect by itself when that one arrives.',
    mend: NOTHING,
  },
  guard_findings: {
    severity: 'warning',
    meaning: 'The text of a digest says something that its sources do not, or leaves out what they say.',
    mend: '`varve edit <digest>`; where the text is right as it is, nothing. `compact apply --strict` refuses such a digest.',
  },
  inherited_trust: {
    severity: 'warning',
    meaning:
      'An entry that stands for others is trusted as the least trusted of them, here less than what an agent is shown unasked. Where that is text of tools or of the web, it hides nothing of a higher trust until `varve review` accepts that.',
    mend: NOTHING,
  },
  index_stale: {
    severity: 'info',
    meaning:
      'The index on disk was made from an older memory, and `memory.autoCompact` or `memory.enabled` is off, so it was served as it is.',
    mend: '`varve compact`, or `varve doctor --fix`',
  },
  llm_degraded: {
    severity: 'warning',
    meaning:
      'A model gave no answer to some questions, or none that can be read. What the rules made is unchanged, and the next run asks again.',
    mend: '`varve compact --llm`; `varve log --rejected` says what each question came to',
  },
  llm_disabled: {
    severity: 'warning',
    meaning:
      'A command was run with `--llm`, and `memory.compaction.llmAssisted` is false: nobody was asked.',
    mend: 'set `memory.compaction.llmAssisted` to true in `.varve/config.json`',
  },
  llm_partial: {
    severity: 'warning',
    meaning:
      'A cap on calls, tokens, money or time ended a run between two questions. What was answered counts.',
    mend: '`varve compact --llm`, which asks the rest',
  },
  llm_unavailable: {
    severity: 'warning',
    meaning:
      'A command was run with `--llm`, and there is no model to ask: `models` of the user’s configuration names none, or the agent is the model.',
    mend: '`varve work next --mode compact`, where the agent is the model; else name one under `models`',
  },
  lineage_clock_skew: {
    severity: 'warning',
    meaning:
      'Entries replace one another in a circle because of their dates, not because anybody said so. The latest is shown.',
    mend: SAY_WHICH,
  },
  lineage_cycle: {
    severity: 'error',
    meaning:
      'Entries stand in for one another in a circle. Of entries that replace one another the latest is shown; other edges of the circle are ignored.',
    mend: WITHDRAW,
  },
  lineage_fork: {
    severity: 'warning',
    meaning: 'Two entries replace the same one. Both are shown, marked.',
    mend: SAY_WHICH,
  },
  merge_dissolved: {
    severity: 'warning',
    meaning:
      'A source of a merged entry was replaced, retracted or is missing, so the merged text no longer says what its sources say. It is hidden and the living sources are shown again.',
    mend: 'Nothing has to be done; state what still holds anew, or retract the merged entry.',
  },
  multiple_tops: {
    severity: 'error',
    meaning:
      'Several digests or merged entries stand in for one entry. It is shown as if there were none; so are they.',
    mend: 'Retract all tops but one: `varve edit <top> --retract`.',
  },
  reasserted: {
    severity: 'warning',
    meaning: 'What was replaced was stated again later. Both are shown.',
    mend: SAY_WHICH,
  },
  retracted_top: {
    severity: 'info',
    meaning: 'A digest was retracted, so what it stood in for is shown again.',
    mend: NOTHING,
  },
  self_lineage: {
    severity: 'error',
    meaning: 'An entry stands in for itself. The edge is ignored.',
    mend: WITHDRAW,
  },
  stale_digest: {
    severity: 'warning',
    meaning:
      'A digest rests on something that was changed, replaced, retracted or is missing. It stays until its author looks.',
    mend: '`varve compact report <digest>` says what changed; `varve edit <digest>`, then `varve compact apply <digest> --refresh`.',
  },
  unknown_source: {
    severity: 'error',
    meaning: 'An entry stands in for one that does not exist.',
    mend: WITHDRAW,
  },
  unknown_top: {
    severity: 'error',
    meaning: 'What is said to stand in for an entry does not exist. The entry is shown.',
    mend: 'Import what is missing; the edge then takes effect.',
  },
}
