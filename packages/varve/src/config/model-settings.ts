import { isListOf, isNumber, isRecordOf, isText, type Setting, setting } from './setting.ts'

// The shapes are those that the package of models takes: this one knows none of its code.

/** One way to reach a model. It names the variable that holds a key, and never the key. */
export type ModelSetting = {
  readonly name: string
  readonly prices?: { readonly input: number; readonly output: number }
} & (
  | {
      readonly provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible'
      readonly model: string
      readonly baseUrl?: string
      readonly keyVariable?: string
    }
  | { readonly provider: 'command'; readonly command: readonly string[]; readonly model?: string }
)

const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible']
const NAME = /^[a-z][a-z0-9-]{0,31}$/
const VARIABLE = /^[A-Z_][A-Z0-9_]*$/i
const RESERVED = ['default', 'sampling', 'agent']

/** Read from the user's file alone: a repository must not say where a person's key goes, or what is run. */
export const MODELS: Setting<readonly ModelSetting[]> = {
  ...setting<readonly ModelSetting[]>(
    [],
    'a list of {name, provider: anthropic, openai, google or openai-compatible, model, baseUrl?, keyVariable?, prices?} or {name, provider: command, command, model?, prices?}',
    'ways to reach a model, for `--llm`; the first is the default',
    (value) =>
      isListOf(value, isModel) &&
      new Set(value.map((model) => (model as ModelSetting).name)).size === value.length,
  ),
  only: 'user',
}

function isModel(value: unknown): boolean {
  const shared = {
    name: (name: unknown) => typeof name === 'string' && NAME.test(name) && !RESERVED.includes(name),
    prices: optional((prices) => isRecordOf(prices, { input: isPrice, output: isPrice })),
  }
  return (
    isRecordOf(value, {
      ...shared,
      provider: (provider: unknown) => PROVIDERS.some((known) => known === provider),
      model: isText,
      baseUrl: optional(isAddress),
      keyVariable: optional((name) => typeof name === 'string' && VARIABLE.test(name)),
    }) ||
    isRecordOf(value, {
      ...shared,
      provider: (provider: unknown) => provider === 'command',
      command: (words: unknown) => isListOf(words, isText) && words.length > 0,
      model: optional(isText),
    })
  )
}

function optional(accepts: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || accepts(value)
}

function isPrice(value: unknown): boolean {
  return isNumber(value, 0, Number.MAX_VALUE)
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  // A key has no place in an address either.
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
