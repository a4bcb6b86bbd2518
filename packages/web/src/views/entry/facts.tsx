import type { ComponentChildren } from 'preact'
import type { EntryRef, ShowAnswer } from '../../data/answers.ts'
import { windowHref } from '../../data/route.ts'
import { momentOf, shortId } from '../../data/words.ts'

/** Where an entry comes from, and how far it is trusted. */
export function Facts({ entry }: { readonly entry: ShowAnswer }) {
  const { source, tags, refs = [], flags = [] } = entry
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['About', entry.entity?.name.replaceAll(/\*\*|`/g, '')],
    ['Stated', momentOf(entry.asserted_to)],
    ['Added', momentOf(entry.created)],
    ['By', [source.kind, source.agent].filter(Boolean).join(', ')],
    ['File', source.file && `${source.file}${source.line === undefined ? '' : `:${source.line}`}`],
    ['Session', source.session && <a href={windowHref(source.session)}>{shortId(source.session)}</a>],
    ['Trust', source.trust],
    ['Confidence', entry.confidence],
    ['Scope', entry.scope],
    ['Tags', tags.join(', ')],
    ['Speaks of', refs.map(refText).join(', ')],
    ['Flags', flags.map(({ kind, reason }) => `${kind}: ${reason}`).join('; ')],
    ['State', entry.state === 'retracted' ? 'retracted' : undefined],
  ]
  return (
    <section>
      <h2>Evidence</h2>
      <dl class="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function refText({ path, url, commit, symbol }: EntryRef): string {
  return `${path ?? url ?? commit ?? ''}${symbol === undefined ? '' : `#${symbol}`}`
}
