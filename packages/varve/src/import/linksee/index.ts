import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** A database of linksee-memory, as rows: who reads it makes them of its tables. */
export const linksee: ImportFormat = { name: 'linksee', title: 'linksee-memory', detect, parse }
