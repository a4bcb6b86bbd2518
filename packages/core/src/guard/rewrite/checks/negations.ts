import type { NegationScope } from '../../relations/negation/negation.ts'
import { standsIn } from '../prepared-rewrite.ts'
import type { ReadStatement } from '../read-statement.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

/** What a source denies, the output denies: something of each denial, and what it bears on first. */
export const checkNegationLost: RewriteCheck = ({ kind, sources, output }) => {
  if (!standsIn(kind)) return []
  const side = sideOf([output])
  return sources.flatMap(({ id, statement }) =>
    statement.negation.scopes.flatMap((scope) => {
      const anchor = findUndenied(scope, side)
      return anchor === undefined ? [] : [finding('negation-lost', 'reject', { anchor, source: id })]
    }),
  )
}

/** The output denies nothing that no source denies. */
export const checkNegationAdded: RewriteCheck = ({ sources, output }) => {
  const side = sideOf(sources.map(({ statement }) => statement))
  return output.negation.scopes.flatMap((scope) => {
    const anchor = findUndenied(scope, side)
    return anchor === undefined ? [] : [finding('negation-added', 'reject', { anchor })]
  })
}

/** What some texts say and what they deny. */
interface Side {
  readonly said: ReadonlySet<string>
  readonly denied: ReadonlySet<string>
}

function sideOf(statements: readonly ReadStatement[]): Side {
  const scopes = statements.flatMap(({ negation }) => negation.scopes)
  return {
    said: new Set(statements.flatMap(({ items }) => items.map(({ text }) => text))),
    denied: new Set(scopes.flatMap(({ items }) => items.map(({ text }) => text))),
  }
}

/** The word by which the other side breaks a denial: it denies nothing of it, or says its head outright. */
function findUndenied({ items, heads }: NegationScope, { said, denied }: Side): string | undefined {
  if (items.length === 0) return undefined
  if (!items.some(({ text }) => denied.has(text))) return items[0]?.text
  return heads.find(({ text }) => said.has(text) && !denied.has(text))?.text
}
