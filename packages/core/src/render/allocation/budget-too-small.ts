import type { Issue } from '../../domain/issue.ts'
import type { AllocationRequest } from './allocation.ts'

/** Says that a rendered file has no room for its own header. */
export function budgetTooSmall(
  file: string,
  setting: { readonly name: string; readonly default: number },
  needed: number,
  { budget, counter }: Pick<AllocationRequest, 'budget' | 'counter'>,
): Issue {
  return {
    code: 'budget_too_small',
    severity: 'warning',
    subjects: [file],
    message: `${file} takes ${needed} tokens (${counter.name}) without any entry; its budget is ${budget}`,
    detail: { budget, counter: counter.name, needed },
    fix: [`${setting.name} = ${setting.default}`],
  }
}
