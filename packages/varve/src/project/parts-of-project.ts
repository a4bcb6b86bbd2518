import { relative, resolve } from 'node:path'
import { by, byNumber, sortedUnique } from '@varve/core'

/**
 * The parts of a monorepo that a file or folder lies in, as the tags that tell of them: `project.paths` of the
 * configuration, outermost first. `place` is absolute, or seen from `top`.
 */
export function partsOfProject(parts: readonly string[], top: string, place: string): readonly string[] {
  const inside = slashed(relative(top, resolve(top, place)))
  return sortedUnique(parts.map(tagOf))
    .filter((part) => part !== '' && (inside === part || inside.startsWith(`${part}/`)))
    .sort(by((part) => part.length, byNumber))
}

/** However the configuration writes it: `./packages/api/` is `packages/api`. */
function tagOf(part: string): string {
  return slashed(part)
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/')
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
