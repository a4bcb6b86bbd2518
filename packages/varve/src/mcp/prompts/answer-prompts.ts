import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { ToolProfile } from '../../operations/tool-profiles.ts'
import { PROMPTS, type PromptText } from './prompt-texts.ts'
import { toolNames } from './tool-names.ts'

export function listPrompts(): Prompt[] {
  return PROMPTS.map(({ name, title, description, arguments: given }) => ({
    name,
    title,
    description,
    arguments: given.map(({ completes: _, ...argument }) => argument),
  }))
}

/** The message of a prompt. Throws what the protocol has for one that there isn't, or that lacks something. */
export function getPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
  profile: ToolProfile,
): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name)
  if (prompt === undefined) throw invalid(`there is no prompt ${name}`)
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''))
  const missing = missingOf(prompt, filled)
  if (missing.length > 0) throw invalid(`${name} needs ${missing.join(' and ')}`)
  const text = prompt.text(filled, toolNames(profile))
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  }
}

function missingOf(prompt: PromptText, given: object): readonly string[] {
  return prompt.arguments.flatMap(({ name, required }) =>
    required && !Object.hasOwn(given, name) ? [name] : [],
  )
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
