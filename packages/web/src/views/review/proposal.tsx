import type { ChangeAnswer } from '../../data/answers.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { OperationLine } from '../../parts/operation-line.tsx'

/** What accepting would do, as a dry run tells it. */
export function Proposal({ id }: { readonly id: string }) {
  const { answer } = useAnswer<ChangeAnswer>('review accept', { id, dryRun: true })
  const steps = (answer?.operations ?? []).filter(({ op }) => op !== 'review.resolve')
  if (answer === undefined) return null
  return (
    <section>
      <h2>Accepting would do this</h2>
      {steps.length === 0 && <p class="quiet">Nothing but settle the question.</p>}
      <ul class="ops">
        {steps.map((operation, nth) => (
          <li key={nth}>
            <OperationLine operation={operation} />
          </li>
        ))}
      </ul>
    </section>
  )
}
