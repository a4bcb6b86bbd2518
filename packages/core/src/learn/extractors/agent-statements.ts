import { countSpecifics } from '../../guard/specifics.ts'
import type { LearnSession } from '../session/learn-session.ts'
import { OriginReader } from '../session/origin-reader.ts'
import { proseLines } from '../session/prose-lines.ts'
import { sentencesOf } from '../session/spoken-text.ts'
import { categoryOf, evidenceAt, type Finding, specificityOf } from './extractor.ts'

export interface AgentStatements {
  readonly extractor: string
  /** Left out where the words of each say it. */
  readonly category?: string
  readonly impact: number
  /** What a sentence says that is worth keeping; undefined where it says nothing of the kind. */
  readonly statementIn: (sentence: string) => string | undefined
}

/** What the agent itself said, sentence by sentence, as far as it is worth keeping. */
export function statementsOfAgent(
  session: LearnSession,
  { extractor, category, impact, statementIn }: AgentStatements,
): readonly Finding[] {
  let origins: OriginReader | undefined
  return session.steps.flatMap((step): readonly Finding[] => {
    if (step.kind !== 'said' || !step.isAgent) return []
    return proseLines(step.text)
      .flatMap(sentencesOf)
      .flatMap((sentence): readonly Finding[] => {
        const content = statementIn(sentence)
        if (content === undefined) return []
        origins ??= new OriginReader(session)
        return [
          {
            extractor,
            content,
            category: category ?? categoryOf(content),
            impact,
            specificity: specificityOf(countSpecifics(content), content),
            ...origins.originOf(content, step),
            ordinal: step.ordinal,
            at: step.at,
            evidence: [evidenceAt(session, step, sentence)],
            least: 1,
          },
        ]
      })
  })
}
