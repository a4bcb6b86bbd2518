import { countSpecifics } from '../../../guard/specifics.ts'
import type { LearnSession } from '../../session/learn-session.ts'
import { sentencesOf, statedLines } from '../../session/spoken-text.ts'
import { categoryOf, type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { isSelfContained, tidied } from '../self-contained.ts'
import { directiveStrength, type Strength } from './directive-rules.ts'

const IMPACT: Readonly<Record<Strength, number>> = { strong: 8, normal: 7, weak: 5 }

/** What a person said to do always, never, or by default. */
export const directives: Extractor = { name: 'directives', extract: findDirectives }

/** Somebody is told what to do: not what there is in a project, nor what to leave alone just now. */
function isRule(content: string, strength: Strength): boolean {
  if (strength === 'weak') return countSpecifics(content) > 0 || NAMES_A_PLACE.test(content)
  return ADDRESSED.test(content)
}

const NAMES_A_PLACE =
  /\b(?:main|master|branch|prod(?:uction)?|staging|tests?|commits?|secrets?|migrations?)\b/i
const ADDRESSED =
  /^(?:always|never|use|prefer|run|in|for|from|remember|whenever|when|if|every|by default|keep|avoid|make|put|do|don['’]t|must|only)\b|\b(?:we|you|should|must|always|never)\b|[㐀-鿿぀-ヿ가-힯]/i

function findDirectives(session: LearnSession): readonly Finding[] {
  return session.steps.flatMap((step): readonly Finding[] => {
    if (step.kind !== 'said' || !step.human) return []
    return statedLines(step.spoken)
      .flatMap(sentencesOf)
      .flatMap((sentence): readonly Finding[] => {
        const strength = directiveStrength(sentence)
        const content = tidied(sentence)
        if (strength === undefined || !isSelfContained(content) || !isRule(content, strength)) return []
        return [
          {
            extractor: 'directives',
            content,
            category: categoryOf(content),
            impact: IMPACT[strength],
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
