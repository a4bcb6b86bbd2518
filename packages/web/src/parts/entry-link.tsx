import type { ShowAnswer } from '../data/answers.ts'
import { entryHref } from '../data/route.ts'
import { useAnswer } from '../data/use-answer.ts'
import { headline, shortId } from '../data/words.ts'

/** An entry by its headline, which is looked up where it isn't known. */
export function EntryLink({ id, text }: { readonly id: string; readonly text?: string }) {
  const { answer } = useAnswer<ShowAnswer>(text === undefined ? 'show' : undefined, { id, raw: true })
  const shown = text ?? (answer && headline(answer)) ?? shortId(id)
  return (
    <a class="entry-link" href={entryHref(id)} dir="auto">
      {shown}
    </a>
  )
}
