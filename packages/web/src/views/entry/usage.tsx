import type { ShowAnswer } from '../../data/answers.ts'
import { counted, momentOf } from '../../data/words.ts'

const SAID: Readonly<Record<string, string>> = {
  show: 'looked at',
  search: 'found',
  recall: 'recalled',
  cite: 'cited',
  edit: 'edited',
}

/** How often an entry was of use, and when last: as far as this machine saw. */
export function Usage({ usage }: { readonly usage: NonNullable<ShowAnswer['usage']> }) {
  const { count, last, kinds } = usage
  const uses = Object.entries(kinds).map(([kind, times]) => `${SAID[kind] ?? kind} ${counted(times, 'time')}`)
  return (
    <section>
      <h2>Use</h2>
      <p>
        {count === 0 || last === null
          ? 'Not read yet on this machine.'
          : `${uses.join(', ')}; last ${momentOf(last)}.`.replace(/^./, (first) => first.toUpperCase())}
      </p>
    </section>
  )
}
