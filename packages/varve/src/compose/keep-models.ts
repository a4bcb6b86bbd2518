import type { Model } from '@varve/core'
import type { ModelUse } from '../operations/context.ts'
import type { ModelPlaces } from './open-model.ts'

export interface KeptModels {
  /** A server has another `sampling` with each call. */
  open(use: ModelUse, sampling: Model | undefined): Promise<Model | undefined>
  close(): void
}

/** One for all questions: each waits for a signal, and has a folder, until the end. */
export function keepModels(places: () => Pick<ModelPlaces, 'config' | 'env'>): KeptModels {
  const known = new Map<boolean, Model>()
  const endings: (() => void)[] = []
  return {
    async open(use, sampling) {
      const kept = known.get(use.asksNothing)
      if (kept !== undefined) return kept
      const { openConfiguredModel } = await import('./open-model.ts')
      const atEnd = (work: () => void) => endings.push(work)
      const model = await openConfiguredModel({ ...places(), ...use, sampling, atEnd })
      if (model !== undefined && model !== sampling) known.set(use.asksNothing, model)
      return model
    },
    close: () => {
      for (const end of endings) end()
    },
  }
}
