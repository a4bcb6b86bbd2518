import { type Note, renderPlaceholder } from '../forms/placeholder.ts'
import { subjectOf } from '../forms/subject.ts'
import type { Part } from '../model/message.ts'
import type { PassContext } from './pass-context.ts'

/** What a placeholder says besides what it stands for. */
export interface PlaceholderFacts {
  readonly call: Part | undefined
  readonly note?: Note | undefined
  /** Names that the part holds, heaviest first. */
  readonly mentions?: readonly string[]
}

/** The line that stands for a part, with no secret in what it quotes. */
export function partPlaceholder(
  part: Part,
  { call, note, mentions = [] }: PlaceholderFacts,
  context: PassContext,
): string {
  return renderPlaceholder({
    subject: context.redact(subjectOf(part, call, context)),
    ...(note === undefined ? {} : { note }),
    tokens: context.facts.of(part).tokens,
    recall: recallOf(part, context),
    mentions: context.redact(unmasked(mentions, part, context).join(' ')),
  })
}

/** A name that is in a part only as a piece of a secret is no name: by itself nothing would tell. */
function unmasked(names: readonly string[], part: Part, { redact }: PassContext): readonly string[] {
  if (names.length === 0) return names
  const text = redact(part.text)
  return text === part.text ? names : names.filter((name) => text.includes(name))
}

/** How a reader is told to see a part again. */
export function recallOf(part: Part, { recall, handleOf }: PassContext) {
  return recall === 'handle'
    ? ({ kind: 'handle', handle: handleOf(part.key) } as const)
    : ({ kind: 'run-again' } as const)
}
