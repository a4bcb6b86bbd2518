import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { type Fidelity, langchainMiddleware } from '@varve/core/fidelity'
import { createAgent, createMiddleware } from 'langchain'
import { z } from 'zod'
import { source } from '../scripted.ts'

/** An agent whose window is kept within its budget; what the graph keeps stays whole. */
export function openAgent(model: BaseChatModel, fidelity: Fidelity) {
  const read = tool(async ({ path }: { path: string }) => source(path), {
    name: 'read',
    description: 'Reads a file',
    schema: z.object({ path: z.string() }),
  })
  return createAgent({ model, tools: [read], middleware: [createMiddleware(langchainMiddleware(fidelity))] })
}
