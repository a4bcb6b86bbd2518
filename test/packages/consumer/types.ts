// What a stranger's compiler has to accept, under either way of resolving modules.
import { type Entry, est1 } from '@varve/core'
import { createFidelity } from '@varve/core/fidelity'
import { isVarveFailure, openVarve, type Varve } from 'varve'

export const varve: Varve = openVarve({ cwd: '.' })
export const entries: readonly Entry[] = []
export const tokens: number = est1.count('text')
export const engine = createFidelity({ sessionId: 'a', budget: 200_000 })

export async function add(text: string): Promise<unknown> {
  try {
    return (await varve.run('add', { text })).id
  } catch (error) {
    return isVarveFailure(error) ? error.fix : undefined
  }
}
