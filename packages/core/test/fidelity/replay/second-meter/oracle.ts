import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import type { PolicyContext, PolicyStep, WindowPolicy } from '../../../../src/fidelity/replay/policy.ts'
import { atomsOf } from './atoms.ts'
import { isRare, occurrencesIn, usesOf } from './needs.ts'
import { atomsOfPart, objectOf } from './parts.ts'

/** §19.5: knows the future, and keeps the lines that will be used and that nothing newer shows. */
export function secondOracle(trigger: number, withArguments: boolean): WindowPolicy {
  return {
    name: `oracle ${trigger}${withArguments ? ', + arguments' : ''}`,
    showsValues: true,
    open: (context) => openOracle(trigger, withArguments, context),
  }
}

function openOracle(
  trigger: number,
  withArguments: boolean,
  { rules, tokensOf, segment: { messages } }: PolicyContext,
): PolicyStep {
  const occurrences = occurrencesIn(messages)
  const shown = new Map<string, Part>()
  return (before) => {
    const k = before.length
    const w = before.map((message) => ({
      ...message,
      parts: message.parts.map((part) => shown.get(part.key) ?? part),
    }))
    if (rules.overhead + tokensOfView(w, tokensOf) <= trigger) return w
    const future = new Set(
      messages
        .slice(k)
        .filter(({ role }) => role === 'assistant')
        .flatMap((message) => [...usesOf(message).keys()])
        .filter((atom) => isRare(atom, messages, occurrences)),
    )
    const answers = w.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []))
    const young = answers.at(-3) ?? 0
    const newer = new Set<string>()
    const isNeeded = (line: string) => [...atomsOf(line).keys()].some((a) => future.has(a) && !newer.has(a))
    const kept = (text: string) => text.split('\n').filter(isNeeded).join('\n') || '[cleared]'
    const view: Message[] = []
    for (const [index, message] of [...w.entries()].toReversed()) {
      const parts: Part[] = []
      for (const part of message.parts.toReversed()) {
        const elided = index < young ? elide(part, withArguments, kept) : part
        if (elided !== part) shown.set(part.key, elided)
        for (const atom of atomsOfPart(elided).keys()) newer.add(atom)
        parts.unshift(elided)
      }
      view.unshift({ ...message, parts })
    }
    return view
  }
}

function elide(part: Part, withArguments: boolean, kept: (text: string) => string): Part {
  if (part.kind === 'tool_result') return { ...part, text: kept(part.text) }
  if (part.kind !== 'tool_call' || !withArguments) return part
  const args = objectOf(part)
  if (args === undefined) return { ...part, text: kept(part.text) }
  const elided = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? kept(value) : value]),
  )
  return { ...part, args: elided, text: JSON.stringify(elided) }
}

function tokensOfView(view: readonly Message[], tokensOf: PolicyContext['tokensOf']): number {
  return view.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + tokensOf(part), 4), 0)
}
