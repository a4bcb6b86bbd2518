import { aiSdkMiddleware, type Fidelity } from '@varve/core/fidelity'
import { generateText, isStepCount, type LanguageModel, tool, wrapLanguageModel } from 'ai'
import { z } from 'zod'
import { source } from '../scripted.ts'

/** An agent whose window is kept within its budget: one line more than without. */
export async function runAgent(model: Exclude<LanguageModel, string>, fidelity: Fidelity, steps: number) {
  return generateText({
    model: wrapLanguageModel({ model, middleware: aiSdkMiddleware(fidelity) }),
    tools: {
      read: tool({
        description: 'Reads a file',
        inputSchema: z.object({ path: z.string() }),
        execute: async ({ path }) => source(path),
      }),
    },
    stopWhen: isStepCount(steps),
    prompt: 'Read every file and say what it exports',
  })
}
