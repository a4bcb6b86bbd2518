import { OPERATIONS } from '../../operations/table.ts'
import type { ToolProfile } from '../../operations/tool-profiles.ts'
import { DEFAULT_TOOLS } from './default-tools.ts'
import { LEANSPEC_TOOLS } from './leanspec-tools.ts'
import { LINKSEE_TOOLS } from './linksee-tools.ts'
import { restTools } from './rest-tools.ts'
import type { Tool } from './tool.ts'

const BUILT: ReadonlySet<string> = new Set(OPERATIONS.map(({ name }) => name))

/** The tools of a profile: those, and those of their actions, of which there is an operation. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return allOf(profile).flatMap((tool) => {
    const actions = tool.actions.filter(([, operation]) => BUILT.has(operation))
    return actions.length === 0 ? [] : [{ ...tool, actions }]
  })
}

function allOf(profile: ToolProfile): readonly Tool[] {
  switch (profile) {
    case 'default':
      return DEFAULT_TOOLS
    case 'leanspec':
      return [...LEANSPEC_TOOLS, ...DEFAULT_TOOLS.filter(({ name }) => SHARED.has(name))]
    case 'linksee':
      return [...LINKSEE_TOOLS, ...DEFAULT_TOOLS.filter(({ name }) => SHARED.has(name))]
    case 'full':
      return [...DEFAULT_TOOLS, ...LEANSPEC_TOOLS, ...restTools(OPERATIONS, DEFAULT_TOOLS)]
    default:
      return profile satisfies never
  }
}

/** What no other profile has a name of its own for. */
const SHARED: ReadonlySet<string> = new Set(['context_recall', 'varve_work'])
