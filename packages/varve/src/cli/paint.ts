type Style = 'red' | 'yellow' | 'dim' | 'cyan' | 'bold'

/** What is coloured, line by line: the first rule that matches paints what it captured. */
const RULES: readonly (readonly [pattern: RegExp, style: Style])[] = [
  [/^(error:|ERROR\b)/, 'red'],
  [/^(warning:|WARNING\b)/, 'yellow'],
  [/^(info:|INFO\b)/, 'dim'],
  [/^ {2}(try:|fix:)/, 'bold'],
  [/^(pl_[0-9a-f]+|[0-9a-f]{8}[0-9a-f-]*)(?= {2})/, 'cyan'],
]

/** Colours text for a terminal; elsewhere, and where NO_COLOR is set, it stays as it is. */
export function paint(text: string, file: 1 | 2, env: Readonly<Record<string, string | undefined>>): string {
  if (env.NO_COLOR || !process.getBuiltinModule('node:tty').isatty(file)) return text
  const { styleText } = process.getBuiltinModule('node:util')
  return text
    .split('\n')
    .map((line) => {
      const rule = RULES.find(([pattern]) => pattern.test(line))
      if (!rule) return line
      const [pattern, style] = rule
      return line.replace(pattern, (match: string, captured: string) =>
        match.replace(captured, styleText(style, captured, { validateStream: false })),
      )
    })
    .join('\n')
}
