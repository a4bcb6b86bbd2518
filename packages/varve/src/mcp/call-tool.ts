import {
  type CallToolRequestParams,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { VarveError } from '@varve/core'
import type { OpenedMemory } from '../serve/server-host.ts'
import type { McpRequest } from './client/client-capabilities.ts'
import { askDirectly, type ClientQuestions } from './client/client-questions.ts'
import { confirmByClient } from './client/confirm-by-client.ts'
import { samplingModel } from './client/sampling-model.ts'
import { type CallSurroundings, runTool } from './run-tool.ts'
import type { SharedParts } from './server-parts.ts'
import { errorAnswer } from './tool-answer.ts'
import { toolsOf } from './tools/profiles.ts'
import type { Arguments, Tool } from './tools/tool.ts'

/** Runs a call, or goes on with one that was left at a question to its client. */
export async function callTool(
  parts: SharedParts,
  params: CallToolRequestParams,
  request: McpRequest,
  can: ClientCapabilities,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = toolsOf(parts.profile).find(({ name }) => name === params.name)
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`)
  }
  const state = request.requestState()
  if (typeof state === 'string') return parts.runs.resume(state, request) ?? errorAnswer(gone())
  const given = params.arguments ?? {}
  const run = (questions: ClientQuestions, signal: AbortSignal) =>
    runQueued(parts, tool, given, { request, signal, can, questions })
  if (request.envelope === undefined) return run(askDirectly(request), request.signal)
  return parts.runs.start(crypto.randomUUID(), request, run)
}

type Offers = Pick<CallSurroundings, 'sampling' | 'confirm'>

/** Of what a client can, what it declared: it is asked for nothing else. */
function offersOf({ sampling, elicitation }: ClientCapabilities, questions: ClientQuestions): Offers {
  return {
    ...(sampling !== undefined && { sampling: samplingModel(questions) }),
    ...(elicitation !== undefined && { confirm: (message) => confirmByClient(questions, message) }),
  }
}

interface CallParts {
  readonly request: McpRequest
  readonly signal: AbortSignal
  readonly can: ClientCapabilities
  readonly questions: ClientQuestions
}

function runQueued(
  { calls, texts, memories, folders }: SharedParts,
  tool: Tool,
  given: Arguments,
  { request, signal, can, questions }: CallParts,
): Promise<CallToolResult> {
  const { progressToken } = request._meta ?? {}
  // While its client thinks, those of others are served: none of them closes the memory of this one.
  return calls.next(async (aside) => {
    const borrowed: OpenedMemory[] = []
    const ask: ClientQuestions['ask'] = (...question) => aside(() => questions.ask(...question))
    const surroundings: CallSurroundings = {
      ...offersOf(can, { ask }),
      signal,
      texts,
      memory() {
        const memory = memories.borrow(folders.choose(given.project))
        borrowed.push(memory)
        return memory
      },
      progress(message, progress, total) {
        if (progressToken === undefined) return
        const told = { progressToken, progress, total, message }
        request.notify({ method: 'notifications/progress', params: told }).catch(() => undefined)
      },
    }
    try {
      return await runTool(tool, given, surroundings)
    } finally {
      for (const memory of borrowed) memories.giveBack(memory)
    }
  })
}

function gone(): VarveError {
  return new VarveError('stale_plan', 'that call is no longer under way', {
    fix: ['call it again from the start'],
  })
}
