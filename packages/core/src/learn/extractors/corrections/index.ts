import { anchorKey } from '../../../guard/anchors/anchor.ts'
import { anchorsOf } from '../../../guard/anchors/anchors-of.ts'
import { countSpecifics } from '../../../guard/specifics.ts'
import type { LearnSession, Said } from '../../session/learn-session.ts'
import { isPasted, sentencesOf } from '../../session/spoken-text.ts'
import { categoryOf, type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { selfContainedPart } from '../self-contained.ts'
import { correctionIn, correctionWithin } from './correction-rules.ts'

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
    if (!step.human) answer = step
    else if (answer !== undefined && !isPasted(step.spoken)) found.push(...ofAnswer(step, answer))
  }
  return found
}

/** What a person puts right of what the agent said before: in the first sentence, or further on. */
function ofAnswer(said: Said, corrected: Said): readonly Correction[] {
  const [line = '', ...further] = said.spoken.split('\n')
  const [sentence = '', ...rest] = sentencesOf(line)
  const isBare = /^(?:no|nope|wrong|stop|actually)[.!]$/i.test(sentence)
  const opening = isBare ? line : sentence
  const opened = correctionIn(opening, (part) => anchorsOf(part).length > 0)
  const pieces = [
    { sentence: opening, text: opened ?? correctionWithin(opening) },
    ...[...(isBare ? [] : rest), ...further.flatMap(sentencesOf)].map((each) => ({
      sentence: each,
      text: correctionWithin(each),
    })),
  ]
  return pieces.flatMap(({ sentence: quoted, text = '' }): readonly Correction[] => {
    const content = selfContainedPart(text, namesSomething)
    if (content === undefined || /[?？]$/.test(content)) return []
    const anchors = new Set(anchorsOf(content).map(anchorKey))
    return [{ content, sentence: quoted, said, corrected, anchors }]
  })
}

function namesSomething(piece: string): boolean {
  return anchorsOf(piece).length > 0
}

/** Guesses in the middle of a search are put right later: of those about one thing the last counts. */
function lastOfEachChain(all: readonly Correction[]): readonly Correction[] {
  return all.filter(
    ({ anchors }, index) =>
      !all.slice(index + 1).some((later) => [...later.anchors].some((anchor) => anchors.has(anchor))),
  )
}
