import { anchorsOf } from '../../guard/anchors/anchors-of.ts'

const LINE_NUMBER = /:\d+(?:[-–]\d+)?$/
const LEADING = /^(?:\.\/)+/
const TRAILING = /\/+(?:\.{3})?$/

/** Paths that a line names, as it writes them but for `./`, a line number and a last slash; a pattern is none. */
export function pathsInLine(line: string): readonly string[] {
  return anchorsOf(line).flatMap(({ type, value }) => {
    if (type !== 'path') return []
    const path = value.replace(LINE_NUMBER, '').replace(LEADING, '').replace(TRAILING, '')
    return path === '' || /^[/~]|[*?{}]/.test(path) ? [] : [path]
  })
}
