import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** What claude-mem's export writes, and its database: who reads that makes such an export of its tables. */
export const claudeMem: ImportFormat = { name: 'claude-mem', title: 'claude-mem', detect, parse }
