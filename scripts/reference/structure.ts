import { byText, inOrder } from '../../packages/core/src/domain/order.ts'
import { readImports } from '../../test/architecture/read-imports.ts'

/** A folder of sources, and the folders it imports from. */
export interface Room {
  readonly name: string
  readonly files: number
  /** By name. */
  readonly targets: readonly string[]
}

/** Every folder of the packages, from the ground up: one stands below all that import from it. */
export function listRooms(root: string): readonly Room[] {
  const targets = new Map<string, Set<string>>()
  const files = new Map<string, Set<string>>()
  const note = (file: string): void => {
    const room = roomOf(file)
    if (!targets.has(room)) targets.set(room, new Set())
    files.set(room, (files.get(room) ?? new Set()).add(file))
  }
  for (const { from, to } of readImports(root)) {
    note(from)
    if (!to.startsWith('packages/')) continue
    note(to)
    if (roomOf(from) !== roomOf(to)) targets.get(roomOf(from))?.add(roomOf(to))
  }
  const names = [...targets.keys()]
  const depths = new Map(names.map((name) => [name, depthOf(name, targets, new Set())]))
  const fromTheGround = inOrder<string>((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0), byText)
  return names.sort(fromTheGround).map((name) => ({
    name,
    files: files.get(name)?.size ?? 0,
    targets: [...(targets.get(name) ?? [])].sort(byText),
  }))
}

/** One line a folder: `core/ports → core/domain`. */
export function renderStructure(rooms: readonly Room[]): string {
  const width = Math.max(...rooms.map(({ name }) => name.length))
  const line = ({ name, targets }: Room): string =>
    targets.length === 0 ? name : `${name.padEnd(width)}  → ${targets.join(', ')}`
  return rooms.map(line).join('\n')
}

/** `packages/core/src/render/index/plan-index.ts` → `core/render` */
function roomOf(file: string): string {
  const [, name = '', , folder = ''] = file.split('/')
  return /\.tsx?$/.test(folder) ? name : `${name}/${folder}`
}

/** Length of the longest way down. Folders may import each other, files may not: a circle ends where it began. */
function depthOf(
  name: string,
  targets: ReadonlyMap<string, ReadonlySet<string>>,
  above: ReadonlySet<string>,
): number {
  const below = [...(targets.get(name) ?? [])].filter((target) => !above.has(target))
  const seen = new Set([...above, name])
  return below.reduce((depth, target) => Math.max(depth, 1 + depthOf(target, targets, seen)), 0)
}
