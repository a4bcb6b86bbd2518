import { type Scope, VarveError } from '@varve/core'

const SCOPE = /^(project|branch:\S+|session:\S+)$/

/** Refuses what is no scope; `example` is a command line of the operation with a right one. */
export function checkScope(scope: string | undefined, example: string): Scope | undefined {
  if (scope === undefined || SCOPE.test(scope)) return scope
  throw new VarveError(
    'invalid_value',
    `scope can't be ${JSON.stringify(scope)}: project, branch:<name> or session:<id>`,
    { fix: [example] },
  )
}
