import { resolve } from 'node:path'
import { type Plan, planHash, renderPlanFile } from '@varve/core'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { OperationContext } from '../context.ts'
import type { KeptPlan } from '../digest/keep-plan.ts'

export function keepConsolidationPlan(context: OperationContext, plan: Plan, file: string): KeptPlan {
  writeFileAtomically(resolve(context.cwd, file), renderPlanFile(plan, context.reading().project), {
    followLink: true,
  })
  return {
    file,
    hash: planHash(plan),
    operations: plan.operations.length,
    command: `varve consolidate --plan-in ${file}`,
  }
}
