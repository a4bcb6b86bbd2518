import type { JsonObject } from '../../domain/json.ts'
import { systemText } from '../../domain/own-question.ts'
import type { MergeKind } from '../batches/batch.ts'
import { list, object, type Prompt, TEXT } from './prompt.ts'

const group: JsonObject = object({
  ids: list(TEXT),
  text: TEXT,
  dropped: list(object({ e: TEXT, anchor: TEXT })),
})

export interface MergePrompt extends Prompt {
  /** The member of an answer that lists its groups. */
  readonly member: 'groups' | 'fusions'
}

export const MERGE_PROMPTS: Readonly<Record<MergeKind, MergePrompt>> = {
  dedup: mergePrompt('dedup/1', 'groups', [
    'Find entries that state the same fact in other words, and give each such group one text: the most complete of their phrasings, with all that any of them says.',
    'Entries that differ in a number, a name, a condition or a negation state different facts: leave them apart.',
    'Where none state the same, answer with an empty list.',
  ]),
  fuse: mergePrompt('fuse/1', 'fusions', [
    'Write entries that speak of one subject as one coherent entry that says all that they say, and nothing more.',
    'Leave out of a group what contradicts it or speaks of something else.',
    'Where nothing belongs together, answer with an empty list.',
  ]),
}

function mergePrompt(
  name: string,
  member: MergePrompt['member'],
  [task, apart, empty]: readonly [string, string, string],
): MergePrompt {
  const schema = object({ [member]: list(group) })
  return { name, member, schema, system: systemText(`${task} ${apart}`, schema, empty) }
}
