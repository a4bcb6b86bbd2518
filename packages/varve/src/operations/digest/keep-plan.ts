import { resolve } from 'node:path'
import { type Plan, planHash, renderPlanFile } from '@varve/core'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { OperationContext } from '../context.ts'
import { text } from '../field.ts'

export const planOutField = text('Write the plan to this file, and do nothing else', { value: 'file' })

/** A plan that was written to a file of the caller's. */
export interface KeptPlan {
  readonly file: string
  readonly hash: string
  readonly operations: number
  /** Applies it. */
  readonly command: string
}

export function keepPlan(context: OperationContext, plan: Plan, file: string): KeptPlan {
  writeFileAtomically(resolve(context.cwd, file), renderPlanFile(plan, context.reading().project), {
    followLink: true,
  })
  // A name without a dot or a slash would be taken for an id.
  const named = isPlanFile(file) ? file : `./${file}`
  return {
    file,
    hash: planHash(plan),
    // What entries take over by that follows from it, and isn't asked for.
    operations: plan.operations.filter((each) => each.op !== 'entry.revise').length,
    command: `varve compact apply ${named}`,
  }
}

/** Ids have neither. */
export function isPlanFile(typed: string): boolean {
  return /[/.]/.test(typed)
}

export function keptPlanText({ operations, command }: KeptPlan): string {
  return `Plan: ${operations} ${operations === 1 ? 'change' : 'changes'}, nothing written (${command})`
}

export function keptPlanJson({ file, hash, operations }: KeptPlan): object {
  return { file, hash, operations }
}
