import { objectsOf, textOf } from './host-object.ts'

/** What the model reads of a content that is a string, or a list of blocks of which some have a text. */
export function joinedTexts(content: unknown): string {
  const text = textOf(content)
  if (text !== undefined) return text
  return objectsOf(content)
    .flatMap((block) => textOf(block.text) ?? [])
    .join('\n')
}
