import { countSpecifics } from '../../../guard/specifics.ts'
import type { LearnSession } from '../../session/learn-session.ts'
import { sentencesOf, statedLines } from '../../session/spoken-text.ts'
import { type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { selfContainedPart } from '../self-contained.ts'

/** Decisions that a person stated, with what they chose. */
export const decisions: Extractor = { name: 'decisions', extract: findDecisions }

const DECIDED =
  /\b(?:we (?:have )?(?:explicitly |deliberately |already )?(?:decided (?:to|on|against|that)|choos?ed|chose)|we(?:['’]ve| have) (?:explicitly |deliberately |already )?(?:chosen|agreed|settled|standardi[sz]ed|moved (?:away )?(?:to|from))|the decision (?:is|was)|we(?:['’]re| are) (?:going with|sticking with|standardi[sz]ing on|moving (?:away )?(?:to|from))|we (?:went with|settled on|agreed (?:to|on|that)|dropped support|no longer (?:use|support)))\b/i

function findDecisions(session: LearnSession): readonly Finding[] {
  return session.steps.flatMap((step): readonly Finding[] => {
    if (step.kind !== 'said' || !step.human) return []
    return statedLines(step.spoken)
      .flatMap(sentencesOf)
      .flatMap((sentence): readonly Finding[] => {
        const content = /[?？]$/.test(sentence) ? undefined : selfContainedPart(sentence, isDecision)
        if (content === undefined) return []
        return [
          {
            extractor: 'decisions',
            content,
            category: 'decisions',
            impact: 7,
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

function isDecision(piece: string): boolean {
  return DECIDED.test(piece) && countSpecifics(piece) > 0
}
