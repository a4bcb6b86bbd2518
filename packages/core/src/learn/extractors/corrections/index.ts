import { anchorKey } from '../../../guard/anchors/anchor.ts'
import { anchorsOf } from '../../../guard/anchors/anchors-of.ts'
import { countSpecifics } from '../../../guard/specifics.ts'
import type { LearnSession, Said } from '../../session/learn-session.ts'
import { isPasted, sentencesOf } from '../../session/spoken-text.ts'
import { categoryOf, type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { isSelfContained, tidied } from '../self-contained.ts'
import { correctionIn } from './correction-rules.ts'

/** What a person put right in what the agent had said or done. */
export const corrections: Extractor = { name: 'corrections', extract: findCorrections }

interface Correction {
  readonly content: string
  readonly sentence: string
  readonly said: Said
  readonly corrected: Said | undefined
  readonly anchors: ReadonlySet<string>
}

function findCorrections(session: LearnSession): readonly Finding[] {
  return lastOfEachChain(listCorrections(session)).map(({ content, sentence, said, corrected }) => ({
    extractor: 'corrections',
    content,
    category: categoryOf(content),
    impact: 7,
    specificity: specificityOf(countSpecifics(content), content),
    trust: said.trust,
    ordinal: said.ordinal,
    at: said.at,
    evidence: [
      evidenceAt(session, said, sentence),
      ...(corrected === undefined ? [] : [evidenceAt(session, corrected, corrected.text)]),
    ],
    least: 1,
  }))
}

function listCorrections(session: LearnSession): readonly Correction[] {
  const found: Correction[] = []
  let answer: Said | undefined
  for (const step of session.steps) {
    if (step.kind !== 'said') continue
    if (!step.human) {
      answer = step
      continue
    }
    const [sentence = ''] = isPasted(step.spoken) ? [] : sentencesOf(step.spoken.split('\n')[0] ?? '')
    const text = /^(?:no|nope|wrong|stop|actually)[.!]$/i.test(sentence)
      ? (step.spoken.split('\n')[0] ?? '')
      : sentence
    const rest = answer === undefined ? undefined : correctionIn(text, (part) => anchorsOf(part).length > 0)
    const content = tidied(rest ?? '')
    if (
      rest !== undefined &&
      isSelfContained(content) &&
      anchorsOf(content).length > 0 &&
      !/[?？]$/.test(content)
    ) {
      const anchors = new Set(anchorsOf(content).map(anchorKey))
      found.push({ content, sentence: text, said: step, corrected: answer, anchors })
    }
  }
  return found
}

/** Guesses in the middle of a search are put right later: of those about one thing the last counts. */
function lastOfEachChain(all: readonly Correction[]): readonly Correction[] {
  return all.filter(
    ({ anchors }, index) =>
      !all.slice(index + 1).some((later) => [...later.anchors].some((anchor) => anchors.has(anchor))),
  )
}
