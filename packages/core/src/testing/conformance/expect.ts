import { VarveError } from '../../domain/errors.ts'
import { canonicalJson } from '../../domain/json.ts'
import type { Store } from '../../ports/store.ts'

/** One thing that every store must do. */
export interface ConformanceCase {
  readonly name: string
  readonly check: (store: Store) => void
}

/** Throws where the two are not the same JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [canonicalJson(actual), canonicalJson(expected)]
  if (got !== wanted) throw new Error(`${what}\n  expected ${wanted}\n  got      ${got}`)
}

/** Throws where `work` does not throw; gives back what it threw. */
export function thrownBy(work: () => unknown, what: string): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error(`${what}: nothing was thrown`)
}

/** Throws where `work` does not throw a VarveError of this code. */
export function failsWith(code: VarveError['code'], work: () => unknown, what: string): void {
  const error = thrownBy(work, what)
  same(VarveError.isInstance(error) ? error.code : String(error), code, what)
}
