import type { ImportFormat } from '../import-format.ts'
import { detect } from './detect.ts'
import { parse } from './parse.ts'

/** The memories that Serena keeps of a project. */
export const serena: ImportFormat = { name: 'serena', title: 'Serena memories', detect, parse }
