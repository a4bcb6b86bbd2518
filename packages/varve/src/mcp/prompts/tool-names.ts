import type { ToolProfile } from '../../operations/tool-profiles.ts'
import { toolsOf } from '../tools/profiles.ts'

/** What an agent is told to call for each thing to do. */
export interface ToolNames {
  readonly search: string
  readonly add: string
  readonly context: string
  readonly replace: string
  readonly consolidate: string
  readonly digest: string
}

/** For each thing to do, the ways to say it: the first one whose tool the profile has, else the command. */
const WAYS: Readonly<Record<keyof ToolNames, readonly string[]>> = {
  search: ['varve_search', 'memory_search', 'recall', 'varve search'],
  add: ['varve_add', 'memory_write', 'remember', 'varve add'],
  context: ['varve_context', 'memory_search', 'recall', 'varve context'],
  replace: ['varve_add with supersedes', 'memory_write with supersedes', 'update_memory', 'varve edit'],
  consolidate: ['varve_consolidate', 'consolidate', 'varve consolidate'],
  digest: ['varve_compact with action apply', 'varve compact apply'],
}

export function toolNames(profile: ToolProfile): ToolNames {
  const has = new Set(toolsOf(profile).map(({ name }) => name))
  const wayOf = (thing: keyof ToolNames): string => {
    const ways = WAYS[thing]
    return ways.find((way) => has.has(way.split(' ')[0] ?? '')) ?? ways.at(-1) ?? thing
  }
  return {
    search: wayOf('search'),
    add: wayOf('add'),
    context: wayOf('context'),
    replace: wayOf('replace'),
    consolidate: wayOf('consolidate'),
    digest: wayOf('digest'),
  }
}
