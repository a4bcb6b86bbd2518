import { acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import type { ClientQuestions } from './client-questions.ts'

const PATIENCE_MS = 120_000

/** Lets the client ask its user; whatever isn't a plain yes is a no. */
export async function confirmByClient(questions: ClientQuestions, message: string): Promise<boolean> {
  const question = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Do so' } },
      required: ['confirm'],
    },
  })
  const reply = await questions.ask(question, PATIENCE_MS)
  if (reply.kind !== 'answer') return false
  return acceptedContent({ answer: reply.value }, 'answer')?.confirm === true
}
