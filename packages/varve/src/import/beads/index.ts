import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** Issues and interactions that Beads keeps in git. */
export const beads: ImportFormat = { name: 'beads', title: 'Beads issues', detect, parse }
