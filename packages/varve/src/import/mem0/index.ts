import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** What mem0 answers to `get_all`, saved as a file, and a backup of OpenMemory. */
export const mem0: ImportFormat = { name: 'mem0', title: 'mem0', detect, parse }
