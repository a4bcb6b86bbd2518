import { useHeadline } from '../data/headlines.ts'
import { entryHref } from '../data/route.ts'
import { shortId } from '../data/words.ts'
import { InlineCode } from './inline-code.tsx'

/** An entry by its headline, which is looked up where it isn't known. */
export function EntryLink({ id, text }: { readonly id: string; readonly text?: string }) {
  const found = useHeadline(text === undefined ? id : undefined)
  return (
    <a class="entry-link" href={entryHref(id)} dir="auto">
      <InlineCode text={text ?? found ?? shortId(id)} />
    </a>
  )
}
