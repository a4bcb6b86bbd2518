/** Protocols that a provider may speak; the last is whatever has an address that speaks OpenAI's. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Agents whose own command answers a question. */
export const AGENT_COMMANDS = ['claude', 'codex', 'gemini'] as const
export type AgentCommand = (typeof AGENT_COMMANDS)[number]

/** Dollars for a million tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
}

/** One way to reach a model, as the user configured it. It names the variable that holds a key, and never the key. */
export type ModelSettings = (
  | {
      readonly provider: ProviderName
      readonly model: string
      readonly baseUrl?: string
      readonly keyVariable?: string
    }
  | {
      readonly provider: 'command'
      /** `claude`, `codex`, `gemini`, or a program and its arguments; it is given the question as standard input. */
      readonly command: readonly string[]
      readonly model?: string
    }
) & { readonly prices?: Prices }
