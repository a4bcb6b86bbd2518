import { useEffect, useState } from 'preact/hooks'
import type { ChangeAnswer } from '../../data/answers.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { OperationLine } from '../../parts/operation-line.tsx'

const STAYED_MS = 250

/** What accepting would do, as a dry run tells it. */
export function Proposal({ id }: { readonly id: string }) {
  const [looked, setLooked] = useState<string>()
  // Who goes through many questions isn't told of each: to work one out takes a while.
  useEffect(() => {
    const timer = setTimeout(() => setLooked(id), STAYED_MS)
    return () => clearTimeout(timer)
  }, [id])
  const { answer } = useAnswer<ChangeAnswer>(looked === id ? 'review accept' : undefined, {
    id,
    dryRun: true,
  })
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
