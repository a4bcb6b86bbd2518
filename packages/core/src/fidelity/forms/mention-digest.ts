import { by, byNumber, byText, inOrder, reversed } from '../../domain/order.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { AtomClass } from '../atoms/atoms.ts'

const LONGEST = 80
const PATH_BONUS = 0.3

interface Mention {
  readonly name: string
  readonly weight: number
}

const mentionOrder = inOrder<Mention>(
  by(({ weight }) => weight, reversed(byNumber)),
  by(({ name }) => name, byText),
)

/** The names of a part that the agent still uses, heaviest first, as many as fit. */
export function mentionDigest(
  atoms: ReadonlyMap<string, AtomClass>,
  references: ReadonlyMap<string, number>,
  budget: number,
  counter: TokenCounter,
): string {
  const mentions: Mention[] = []
  for (const [name, atomClass] of atoms) {
    if (atomClass === 'line' || name.length > LONGEST) continue
    const weight = (references.get(name) ?? 0) + (atomClass === 'path' ? PATH_BONUS : 0)
    if (weight > 0) mentions.push({ name, weight })
  }
  return namesWithin(mentions.sort(mentionOrder), budget, counter)
}

function namesWithin(mentions: readonly Mention[], budget: number, counter: TokenCounter): string {
  const names: string[] = []
  let left = budget
  for (const { name } of mentions) {
    left -= counter.count(name) + 1
    if (left < 0) break
    names.push(name)
  }
  return names.join(' ')
}
