import type { ImportFormat } from '../import-format.ts'
import { detect, isQipuExtra } from './detect.ts'
import { parse } from './parse.ts'

/** A qipu store: notes with front matter, typed links and digests. */
export const qipu: ImportFormat = {
  name: 'qipu',
  title: 'qipu store',
  detect,
  parse,
  readsToo: isQipuExtra,
}
