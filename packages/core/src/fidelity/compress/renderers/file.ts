import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const DECLARATION =
  /^\s{0,4}(export|public|private|protected|static|async|function|class|interface|type|enum|def|fn|func|pub|impl|struct|trait|module|const [A-Z_]+|#{1,3} )/

/** A source file by its declarations. */
export const file: Renderer = {
  name: 'file',
  render(text, { operation, counter, budget }) {
    if (operation !== 'read' && operation !== 'write') return undefined
    const lines = text.split('\n')
    const declarations = lines.flatMap((line, index) =>
      DECLARATION.test(withoutNumber(line)) ? [index] : [],
    )
    if (declarations.length === 0) return undefined
    return renderLines(lines, chooseLines(lines, declarations, budget, counter))
  },
}

/** Tools that read files put a number before each line. */
function withoutNumber(line: string): string {
  return line.replace(/^\s*\d+(?:[:|→]|\t)/, '')
}
