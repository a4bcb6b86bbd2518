import { type MarkRequest, planMarks } from '@varve/core/sessions'
import type { Judgement, JudgeRequest, Rejection } from './mode.ts'

/** What comes of an answer whose accepted items become marks of sessions. */
export function markJudgement(
  judged: readonly { readonly rejection: Rejection | undefined }[],
  marks: readonly MarkRequest[],
  { reader, command }: JudgeRequest,
): Judgement {
  return {
    accepted: judged.filter(({ rejection }) => rejection === undefined).length,
    rejected: judged.flatMap(({ rejection }) => rejection ?? []),
    plan: marks.length === 0 ? undefined : planMarks(reader, command, marks),
  }
}
