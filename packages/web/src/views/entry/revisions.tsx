import { diffWordsWithSpace } from 'diff'
import type { Revision } from '../../data/answers.ts'
import { momentOf } from '../../data/words.ts'
import { LongText } from '../../parts/long-text.tsx'

/** Texts longer than this are shown whole: to compare them takes too long. */
const MOST_COMPARED = 20_000

/** Every text that an entry has had, newest first, each against the one before. */
export function Revisions({ revisions }: { readonly revisions: readonly Revision[] }) {
  const newestFirst = revisions.map((revision, nth) => ({ revision, before: revisions[nth - 1] })).reverse()
  return (
    <section>
      <h2>Texts it has had</h2>
      <ol class="revisions">
        {newestFirst.map(({ revision, before }) => (
          <li key={revision.at}>
            <p class="quiet">
              {momentOf(revision.at)} by {revision.by}
            </p>
            {before === undefined || isLong(before) || isLong(revision) ? (
              <LongText text={revision.content} />
            ) : (
              <Difference before={textOf(before)} after={textOf(revision)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <div class="text" dir="auto">
      {diffWordsWithSpace(before, after).map(({ added, removed, value }, nth) => {
        if (added) return <ins key={nth}>{value}</ins>
        return removed ? <del key={nth}>{value}</del> : <span key={nth}>{value}</span>
      })}
    </div>
  )
}

function isLong({ content }: Revision): boolean {
  return content.length > MOST_COMPARED
}

function textOf({ title, content }: Revision): string {
  return title === undefined ? content : `${title}\n\n${content}`
}
