import { countSpecifics } from '../../../guard/specifics.ts'
import type { LearnSession } from '../../session/learn-session.ts'
import { sentencesOf, statedLines } from '../../session/spoken-text.ts'
import { categoryOf, type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { selfContainedPart } from '../self-contained.ts'
import { explains } from './explanation-rules.ts'

/** What a person explained: what things are meant to be, what they are called, and why they are so. */
export const explanations: Extractor = { name: 'explanations', extract: findExplanations }

function findExplanations(session: LearnSession): readonly Finding[] {
  return session.steps.flatMap((step): readonly Finding[] => {
    if (step.kind !== 'said' || !step.human) return []
    return statedLines(step.spoken)
      .flatMap(sentencesOf)
      .flatMap((sentence): readonly Finding[] => {
        const content = /[?？]["'”)\]]*$/.test(sentence) ? undefined : selfContainedPart(sentence, explains)
        if (content === undefined) return []
        return [
          {
            extractor: 'explanations',
            content,
            category: categoryOf(content),
            impact: 6,
            specificity: specificityOf(countSpecifics(content), content),
            trust: step.trust,
            ordinal: step.ordinal,
            at: step.at,
            evidence: [evidenceAt(session, step, sentence)],
            least: 1,
          },
        ]
      })
  })
}
