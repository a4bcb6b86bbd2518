import { VarveError } from '@varve/core'
import { type Machine, PARTS, type Part } from '../../agents/agent.ts'

/** What is installed where nobody says otherwise. */
const USUAL: readonly Part[] = ['hooks', 'mcp', 'skill']

/** The parts to install: the usual ones and those of `--with`, or those of `--only`. Throws `invalid_value`. */
export function chooseParts(
  { more, only }: { readonly more: readonly string[]; readonly only: readonly string[] },
  machine: Machine,
): readonly Part[] {
  const named = [...partsIn(more, '--with'), ...partsIn(only, '--only')]
  const missing = named.find((part) => !isBuilt(part, machine))
  if (missing !== undefined) {
    throw new VarveError('invalid_value', `this build of varve has nothing to start for ${missing}`, {
      fix: ['varve install claude-code --with instructions'],
    })
  }
  const chosen = only.length > 0 ? named : [...USUAL, ...named]
  return PARTS.filter((part) => chosen.includes(part) && isBuilt(part, machine))
}

function isBuilt(part: Part, { hasMcp, hookProgram }: Machine): boolean {
  switch (part) {
    case 'mcp':
      return hasMcp
    case 'hooks':
    case 'prompt':
      return hookProgram !== undefined
    case 'skill':
    case 'instructions':
      return true
    default:
      return part satisfies never
  }
}

/** Given again, or with commas between. */
function partsIn(words: readonly string[], flag: string): readonly Part[] {
  return words
    .flatMap((word) => word.split(','))
    .map((word) => {
      const part = PARTS.find((known) => known === word.trim())
      if (part !== undefined) return part
      throw new VarveError('invalid_value', `${flag} can't be ${JSON.stringify(word)}: ${PARTS.join(', ')}`, {
        fix: ['varve install claude-code --with instructions'],
      })
    })
}
