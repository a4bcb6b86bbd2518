import * as z from 'zod/mini'

const score = z.number().check(z.minimum(1), z.maximum(10))
const tag = z.string().check(z.minLength(1), z.maxLength(50))

/** What an agent says that a session teaches. Recurrence is counted, never proposed. */
export const PATTERNS_ANSWER = z.strictObject({
  learnings: z
    .array(
      z.strictObject({
        content: z.string().check(z.minLength(8), z.maxLength(5000)),
        category: z.string().check(z.minLength(1), z.maxLength(64)),
        tags: z.array(tag).check(z.minLength(1), z.maxLength(10)),
        impact: score,
        specificity: score,
        same_as: z.nullable(z.string()),
        evidence: z
          .array(
            z.strictObject({
              message: z.string(),
              quote: z.string().check(z.minLength(1), z.maxLength(300)),
            }),
          )
          .check(z.minLength(1), z.maxLength(5)),
      }),
    )
    .check(z.maxLength(5)),
})

export type ProposedLearning = z.infer<typeof PATTERNS_ANSWER>['learnings'][number]
