import { openaiChat } from '../../adapters/openai-chat/index.ts'
import { type HostObject, objectOf, objectsOf } from '../../host/host-object.ts'
import { logRequest } from '../request/log-request.ts'
import type { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptFormat } from '../transcript-format.ts'

/** Results of tau-bench: a list of conversations in the form of OpenAI Chat. */
export const tauBench: TranscriptFormat = {
  name: 'tau-bench',
  input: 'json',
  detect: (item) => conversationsOf(item).length > 0,
  open: () => {
    const drafts: TranscriptDraft[] = []
    return {
      take: (item) => {
        for (const conversation of conversationsOf(item)) {
          const externalId = `task-${String(conversation.task_id)}-trial-${String(conversation.trial ?? 0)}`
          const body = { messages: conversation.traj }
          drafts.push(
            logRequest('tau-bench', openaiChat, body, { agent: 'tau-bench', kind: 'main', externalId }),
          )
        }
      },
      end: () => drafts,
    }
  },
}

function conversationsOf(item: unknown): readonly HostObject[] {
  const items = Array.isArray(item) ? objectsOf(item) : [objectOf(item) ?? {}]
  return items.filter(
    (conversation) => Array.isArray(conversation.traj) && conversation.task_id !== undefined,
  )
}
