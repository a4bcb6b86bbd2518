import type { Model, ModelRequest, ModelResult, ModelUsage } from '../ports/model.ts'

export interface ScriptedModel extends Model {
  /** Every question it was asked, in order. */
  readonly asked: readonly ModelRequest[]
}

/** What a question is answered with: a text, or what came of the attempt. */
export type Script = (request: ModelRequest, attempt: number) => string | ModelResult

/** A model that answers as it is told to, and counts what it is asked. */
export function createScriptedModel(
  script: Script,
  { usage = { input: 100, output: 20 } }: { readonly usage?: ModelUsage } = {},
): ScriptedModel {
  const asked: ModelRequest[] = []
  return {
    provider: 'script',
    name: 'scripted',
    asked,
    async complete(request) {
      asked.push(request)
      const answer = script(request, asked.length)
      return typeof answer === 'string' ? { kind: 'answer', text: answer, usage } : answer
    },
  }
}
