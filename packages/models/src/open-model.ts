import { type Model, VarveError } from '@varve/core'
import { openCommandModel } from './command-model.ts'
import { costing } from './costs.ts'
import type { ModelSettings } from './model-settings.ts'
import type { ModelWorld } from './model-world.ts'
import { openProviderModel } from './provider-model.ts'

/** Opens the way to a model that the user configured. Nothing is sent until it is asked. */
export async function openModel(settings: ModelSettings, world: ModelWorld): Promise<Model> {
  if (settings.provider === 'command') return openCommandModel(settings, world)
  const { keyVariable, baseUrl } = settings
  const key = keyVariable === undefined ? undefined : world.env[keyVariable]
  if (keyVariable !== undefined && !key) throw noKey(keyVariable)
  if (settings.provider === 'openai-compatible' && baseUrl === undefined) throw noAddress(settings.model)
  return openProviderModel(settings, key, world.signal)
}

/** The same model as nothing but what it is called and costs: asked, it can't be reached. */
export function describeModel(settings: ModelSettings): Model {
  return {
    provider: settings.provider,
    name: settings.provider === 'command' ? (settings.model ?? settings.command[0] ?? '') : settings.model,
    complete: async () => ({ kind: 'failure', failure: 'unavailable', message: 'nobody is asked' }),
    ...costing(settings.prices),
  }
}

function noKey(variable: string): VarveError {
  return new VarveError('config_invalid', `${variable} holds no key: models names it, and it is not set`, {
    subjects: ['models'],
    fix: [`export ${variable}=…`],
  })
}

function noAddress(model: string): VarveError {
  return new VarveError('config_invalid', `models: ${model} needs a baseUrl to be reached at`, {
    subjects: ['models'],
    fix: ['varve doctor --config'],
  })
}
