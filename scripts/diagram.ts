// Prints the structure: the folders of each package, and which folder imports which.
// DESIGN.md holds the same between its markers.
import { fileURLToPath } from 'node:url'
import { listRooms, renderStructure } from './reference/structure.ts'

process.stdout.write(`${renderStructure(listRooms(fileURLToPath(new URL('..', import.meta.url))))}\n`)
