// Prints the structure: packages, the folders of each, and which folder imports which.
import { fileURLToPath } from 'node:url'
import { readImports } from '../test/architecture/read-imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const arrows = new Map<string, Set<string>>()
const files = new Map<string, Set<string>>()

for (const { from, to } of readImports(root)) {
  note(from)
  if (!to.startsWith('packages/')) continue
  note(to)
  const [source, target] = [roomOf(from), roomOf(to)]
  if (source !== target) arrows.get(source)?.add(target)
}

for (const room of [...arrows.keys()].sort()) {
  const targets = [...(arrows.get(room) ?? [])].sort()
  process.stdout.write(`${room} (${files.get(room)?.size} files)\n`)
  for (const target of targets) process.stdout.write(`  → ${target}\n`)
}

function note(file: string): void {
  const room = roomOf(file)
  if (!arrows.has(room)) arrows.set(room, new Set())
  const members = files.get(room) ?? new Set()
  members.add(file)
  files.set(room, members)
}

/** `packages/core/src/render/index/plan-index.ts` → `core/render` */
function roomOf(file: string): string {
  const [, name = '', , folder = ''] = file.split('/')
  return folder.endsWith('.ts') ? name : `${name}/${folder}`
}
