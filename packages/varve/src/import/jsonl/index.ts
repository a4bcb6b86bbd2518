import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** JSON Lines with a text in each row: extracted learnings, facts, memories of many tools. */
export const jsonl: ImportFormat = { name: 'jsonl', title: 'JSON Lines', detect, parse }
