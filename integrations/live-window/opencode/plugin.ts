import type { Plugin } from '@opencode-ai/plugin'
import { tool } from '@opencode-ai/plugin'
import { createFidelity, type Fidelity, opencodeHooks } from '@varve/core/fidelity'

/** `.opencode/plugin/varve.ts`: keeps the window of each session within its budget, and reads back what was left out. */
export const VarveLiveWindow: Plugin = async ({ directory }) => {
  const sessions = new Map<string, Fidelity>()
  const open = (sessionId: string): Fidelity => {
    const fidelity = createFidelity({ sessionId, budget: 200_000, workingDirectory: directory })
    sessions.set(sessionId, fidelity)
    return fidelity
  }
  return {
    ...opencodeHooks(open),
    tool: {
      context_recall: tool({
        description:
          'Shows the original of something that was left out of this conversation, by the handle after “recall”.',
        args: { handle: tool.schema.string(), grep: tool.schema.string().optional() },
        async execute({ handle, grep }, { sessionID }) {
          const recalled = sessions.get(sessionID)?.recall(handle, { grep })
          return recalled?.found === true ? recalled.text : 'Nothing has this handle.'
        },
      }),
    },
  }
}
