import { anchorsOf, type Evidence, type Trust, trustRank } from '@varve/core'
import type { LearnSession, Place } from '@varve/core/sessions'

const STATED_SHARE = 0.75

interface TrustedText extends Place {
  readonly text: string
  readonly isHuman: boolean
}

/**
 * How far a statement is trusted: as its first origin in the session, however often the agent repeats it.
 * What a person said is theirs; what no single part states is the agent's own, and no more than what it cites.
 */
export function originTrust(content: string, session: LearnSession, evidence: readonly Evidence[]): Trust {
  const texts = session.steps.flatMap(textsOfStep)
  const stating = texts.filter(({ text }) => states(text, content))
  if (stating.some(({ isHuman }) => isHuman)) return 'user'
  const [first] = stating
  if (first !== undefined) return first.trust
  const cited = texts.filter((text) =>
    evidence.some(({ message, part }) => message === text.message && part === text.part),
  )
  const isTainted = cited.length === 0 || cited.some(({ trust }) => trustRank(trust) <= trustRank('web'))
  return isTainted ? 'web' : 'agent'
}

function textsOfStep(step: LearnSession['steps'][number]): readonly TrustedText[] {
  if (step.kind === 'said')
    return [{ ...step, text: step.human ? step.spoken : step.text, isHuman: step.human }]
  const call = { ...step, text: step.command ?? '', isHuman: false }
  return step.result === undefined ? [call] : [call, { ...step.result, isHuman: false }]
}

/** Whether a text has every name and number of a statement, and most of its words. */
function states(text: string, content: string): boolean {
  const lower = text.toLowerCase()
  if (
    !anchorsOf(content).every(
      ({ raw, value }) => lower.includes(raw.toLowerCase()) || lower.includes(value.toLowerCase()),
    )
  ) {
    return false
  }
  const words = wordsOf(content)
  const known = new Set(wordsOf(text))
  return words.length > 0 && words.filter((word) => known.has(word)).length >= STATED_SHARE * words.length
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
