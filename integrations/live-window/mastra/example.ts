import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { type Fidelity, mastraProcessor } from '@varve/core/fidelity'
import type { LanguageModel } from 'ai'
import { z } from 'zod'
import { source } from '../scripted.ts'

/** An agent whose window is kept within its budget; memory keeps what was said. */
export function openAgent(model: Exclude<LanguageModel, string>, fidelity: Fidelity): Agent {
  const read = createTool({
    id: 'read',
    description: 'Reads a file',
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }: { path: string }) => source(path),
  })
  return new Agent({
    id: 'reader',
    name: 'reader',
    instructions: 'Read files.',
    model: model as never,
    tools: { read },
    inputProcessors: [mastraProcessor(fidelity)],
  })
}
