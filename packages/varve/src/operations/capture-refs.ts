import type { Ref } from '@varve/core'
import { joinPath } from '@varve/core/stale'
import { openProjectFiles } from '../project/project-files.ts'
import type { OperationContext } from './context.ts'
import { parseRef } from './entry-json.ts'

/** References as they are typed, each file with what it is now: later that tells whether it changed. */
export function captureRefs(
  typed: readonly string[],
  { redact, place, git }: OperationContext,
): readonly Ref[] {
  const files = openProjectFiles(place.top, (args) => git(place.top, args))
  const commit = git(place.top, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  return typed.map((each) => {
    const ref = parseRef(redact(each))
    const path = ref.path === undefined ? undefined : joinPath('', ref.path)
    const hash = path === undefined ? undefined : files.hashOf(path)
    return hash === undefined ? ref : { ...ref, hash, ...(commit !== undefined && { commit }) }
  })
}
