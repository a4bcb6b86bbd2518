import type { Environment } from '../project/varve-home.ts'

/** Whose changes these are. */
export function findActor(env: Environment): string {
  const named = env.VARVE_ACTOR || env.USER || env.USERNAME
  if (named) return named
  try {
    return process.getBuiltinModule('node:os').userInfo().username
  } catch {
    return 'unknown'
  }
}
