import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Model, VarveError } from '@varve/core'
import type { Config } from '../config/config.ts'
import type { ModelUse } from '../operations/context.ts'
import type { Environment } from '../project/varve-home.ts'

export interface ModelPlaces extends ModelUse {
  readonly config: Config
  readonly env: Environment
  /** A way to a model that the surface brings along, such as the client of a server of tools. */
  readonly sampling: Model | undefined
  /** Does what is handed to it when all is over. */
  readonly atEnd: (work: () => void) => void
}

/**
 * The model that the settings name; undefined where they name none. The one import of what talks to models:
 * nothing of it is loaded unless a run asks for one.
 */
export async function openConfiguredModel(places: ModelPlaces): Promise<Model | undefined> {
  const { config, env, sampling, atEnd } = places
  const { llmProvider } = config.memory.compaction
  if (llmProvider === 'agent') return undefined
  if (llmProvider === 'sampling') return sampling
  const settings =
    llmProvider === 'default' ? config.models[0] : config.models.find(({ name }) => name === llmProvider)
  if (settings === undefined && llmProvider !== 'default') throw unknownProvider(llmProvider, config)
  if (settings === undefined) return sampling
  const { openModel, describeModel } = await import('@varve/models')
  if (places.asksNothing) return describeModel(settings)
  const folder = mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), 'varve-model-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return openModel(settings, { env, folder, signal: untilInterrupted(atEnd) })
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends what is being asked where a person ends the command. */
function untilInterrupted(atEnd: ModelPlaces['atEnd']): AbortSignal {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  for (const signal of ENDING) process.once(signal, end)
  atEnd(() => {
    for (const signal of ENDING) process.removeListener(signal, end)
  })
  return controller.signal
}

function unknownProvider(name: string, { models }: Config): VarveError {
  const known = models.map((each) => each.name)
  return new VarveError(
    'config_invalid',
    `memory.compaction.llmProvider is ${JSON.stringify(name)}; models has ${known.length === 0 ? 'none' : known.join(', ')}`,
    { subjects: ['memory.compaction.llmProvider'], fix: ['varve doctor --config'] },
  )
}
