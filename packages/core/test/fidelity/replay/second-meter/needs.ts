import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import { type AtomClass, linesOf } from './atoms.ts'
import { atomsOfPart, atomsOfShown } from './parts.ts'
import { oldTexts } from './tools.ts'

type Atoms = ReadonlyMap<string, AtomClass>

/** §19.3, `argUses(m)`: what the calls of a message name, and the lines that its edits replace. */
export function argumentUses({ parts }: Message): Atoms {
  const uses = new Map<string, AtomClass>()
  for (const call of parts.filter(({ kind }) => kind === 'tool_call')) {
    addNames(uses, call)
    for (const line of oldTexts(call).flatMap(linesOf)) uses.set(line, 'line')
  }
  return uses
}

/** §19.3, `uses(m)`: the same, and what its text names. */
export function usesOf(message: Message): Atoms {
  const uses = new Map<string, AtomClass>()
  for (const part of message.parts) if (part.kind === 'text') addNames(uses, part)
  for (const [atom, kind] of argumentUses(message)) if (!uses.has(atom)) uses.set(atom, kind)
  return uses
}

function addNames(uses: Map<string, AtomClass>, part: Part): void {
  for (const [atom, kind] of atomsOfPart(part)) {
    if (kind !== 'line' && !uses.has(atom)) uses.set(atom, kind)
  }
}

/** `occ[a]`: in which messages an atom stands. */
export type Occurrences = ReadonlyMap<string, readonly number[]>

export function occurrencesIn(messages: readonly Message[]): Occurrences {
  const occurrences = new Map<string, number[]>()
  for (const [index, { parts }] of messages.entries()) {
    for (const atom of new Set(parts.flatMap((part) => [...atomsOfPart(part).keys()]))) {
      const places = occurrences.get(atom)
      if (places === undefined) occurrences.set(atom, [index])
      else places.push(index)
    }
  }
  return occurrences
}

/** What stands in at most a quarter of the messages. */
export function isRare(atom: string, messages: readonly Message[], occurrences: Occurrences): boolean {
  return (occurrences.get(atom) ?? []).length <= 0.25 * messages.length
}

/** `Need(k, H)`: what the next calls use, was seen before, and nothing said again meanwhile. */
export function needAt(
  k: number,
  horizon: number,
  messages: readonly Message[],
  occurrences: Occurrences,
): Atoms {
  const need = new Map<string, AtomClass>()
  let walked = 0
  for (let u = k; u < messages.length && walked < horizon; u++) {
    const message = messages[u]
    if (message?.role !== 'assistant') continue
    walked++
    for (const [atom, kind] of usesOf(message)) {
      const places = occurrences.get(atom) ?? []
      const isSeen = (places[0] ?? Number.POSITIVE_INFINITY) < k
      const isSaidAgain = places.some((x) => k <= x && x < u)
      if (!need.has(atom) && isSeen && !isSaidAgain && isRare(atom, messages, occurrences)) {
        need.set(atom, kind)
      }
    }
  }
  return need
}

/** What a view holds, part by part. */
export type VisibleAtoms = readonly Atoms[]

export function isVisible(atom: string, visible: VisibleAtoms): boolean {
  return visible.some((atoms) => atoms.has(atom))
}

export function visibleIn(
  view: readonly Message[],
  originals: ReadonlyMap<string, Part>,
  showsValues: boolean,
): VisibleAtoms {
  return view.flatMap(({ parts }) =>
    parts.map((part) => atomsOfShown(part, originals.get(part.key), showsValues)),
  )
}

/** `last[a]`: the newest part that holds an atom before a call. */
export function lastHolder(atom: string, before: readonly Message[]): Part | undefined {
  for (const { parts } of before.toReversed()) {
    const holder = parts.findLast((part) => atomsOfPart(part).has(atom))
    if (holder !== undefined) return holder
  }
  return undefined
}
