import type { ImportFormat } from '../import-format.ts'
import { detect, isQipuExtra, QIPU_FORMAT } from './detect.ts'
import { parse } from './parse.ts'

/** A qipu store: notes with front matter, typed links and digests. */
export const qipu: ImportFormat = {
  name: QIPU_FORMAT,
  title: 'qipu store',
  detect,
  parse,
  readsToo: isQipuExtra,
}
