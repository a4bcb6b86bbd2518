import { fileURLToPath } from 'node:url'
import { findBreaches, IMPORT_RULES } from './import-rules.ts'
import { readImports } from './read-imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const imports = readImports(root)
const breaches = findBreaches(imports)
for (const { rule, import: edge } of breaches) {
  const why =
    IMPORT_RULES.find((candidate) => candidate.name === rule)?.why ??
    'files that import each other are one file'
  process.stderr.write(`${edge.from} imports ${edge.to}: ${rule} (${why})\n`)
}
process.stdout.write(`${imports.length} imports, ${breaches.length} through a wall\n`)
process.exitCode = breaches.length === 0 ? 0 : 1
