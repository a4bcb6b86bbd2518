import { by, byNumber, byText, inOrder, reversed, type StoreReader } from '@varve/core'

const MOST = 60

const byUse = inOrder<readonly [string, number]>(
  reversed(by(([, uses]) => uses, byNumber)),
  by(([name]) => name, byText),
)

/** Tags of sessions, the most used first. */
export function knownTags(reader: StoreReader): readonly string[] {
  const uses = new Map<string, number>()
  for (const { mark, name } of reader.sessionMarks()) {
    if (mark === 'tag') uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  return [...uses]
    .sort(byUse)
    .slice(0, MOST)
    .map(([name]) => name)
}
