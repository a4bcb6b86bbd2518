import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** A folder of Markdown notes, linked or not: each file is one note. */
export const notes: ImportFormat = { name: 'notes', title: 'Markdown notes', detect, parse }
