import type { ComponentChildren } from 'preact'
import { type AskError, EXPIRED } from '../data/ask.ts'

/** Says that there is nothing, and what would change that. */
export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  )
}

export function Failure({ error }: { readonly error: AskError }) {
  const isExpired = error.type === EXPIRED
  return (
    <div class="state" role="alert">
      <p class="state-title">{isExpired ? 'This link is no longer good' : 'That did not work'}</p>
      <p>{isExpired ? 'The server that gave it has ended. A new one prints a new link:' : error.message}</p>
      {error.fix.map((command) => (
        <p key={command}>
          <code>{command}</code>
        </p>
      ))}
    </div>
  )
}

/** Shown only when it takes a while. */
export function Waiting({ what = 'Looking' }: { readonly what?: string }) {
  return (
    <p class="waiting" role="status">
      {what}…
    </p>
  )
}
