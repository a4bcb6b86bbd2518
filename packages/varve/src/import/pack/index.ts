import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** Varve's own exchange file: entries, links and lineage, one object a line. */
export const pack: ImportFormat = { name: 'pack', title: 'Varve pack', detect, parse }
