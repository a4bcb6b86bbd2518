import type { Issue } from '@varve/core'
import { refusedMerges } from '@varve/core/near'
import { viewFor } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { isSecret } from '../is-secret.ts'

/** Merges in force that the guard of today would refuse. */
export function checkMerges(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  return refusedMerges(reader, viewFor(context, reader), { isSecret: (text) => isSecret(text, context) })
}
