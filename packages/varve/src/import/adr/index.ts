import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** Architecture decision records, as Nygard's template, MADR and adr-tools write them. */
export const adr: ImportFormat = { name: 'adr', title: 'decision records', detect, parse }
