import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** LeanSpec's memory: one JSON file an entry. */
export const leanspec: ImportFormat = { name: 'leanspec', title: 'LeanSpec memory', detect, parse }
