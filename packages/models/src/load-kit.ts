import { VarveError } from '@varve/core'
import type { LanguageModel } from 'ai'
import type { ProviderName } from './model-settings.ts'

/** What is asked of a package of a provider. */
export interface Opened {
  readonly model: string
  readonly baseUrl?: string
  readonly key?: string
}

/** The packages that one provider needs, loaded. */
export interface Kit {
  readonly ai: typeof import('ai')
  open(options: Opened): LanguageModel
}

const VERSIONS = {
  ai: '7.0.173',
  '@ai-sdk/anthropic': '4.0.105',
  '@ai-sdk/openai': '4.0.118',
  '@ai-sdk/google': '4.0.121',
  '@ai-sdk/openai-compatible': '3.0.92',
} as const

/** They lie beside Varve where the user put them, and are loaded by name when one is asked. */
const OPENERS: Readonly<Record<ProviderName, () => Promise<(options: Opened) => LanguageModel>>> = {
  async anthropic() {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return ({ model, ...rest }) => createAnthropic(optionsOf(rest))(model)
  },
  async openai() {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return ({ model, ...rest }) => createOpenAI(optionsOf(rest)).chat(model)
  },
  async google() {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return ({ model, ...rest }) => createGoogleGenerativeAI(optionsOf(rest))(model)
  },
  async 'openai-compatible'() {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return ({ model, baseUrl = '', ...rest }) =>
      createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl,
        supportsStructuredOutputs: true,
        ...optionsOf(rest),
      })(model)
  },
}

/** An empty key, so that none is looked for where the settings name none. */
const NO_KEY = 'none'

function optionsOf({ baseUrl, key }: Omit<Opened, 'model'>) {
  return { apiKey: key ?? NO_KEY, ...(baseUrl !== undefined && { baseURL: baseUrl }) }
}

export async function loadKit(provider: ProviderName): Promise<Kit> {
  try {
    const [ai, open] = await Promise.all([import('ai'), OPENERS[provider]()])
    return { ai, open }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    const name = `@ai-sdk/${provider}` as const
    throw new VarveError('config_invalid', `models: ${provider} needs two packages beside Varve`, {
      subjects: ['models'],
      fix: [`npm install --global ai@${VERSIONS.ai} ${name}@${VERSIONS[name]}`],
    })
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}
