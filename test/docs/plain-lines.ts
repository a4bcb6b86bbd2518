/** A word as a shell hands it on, where nothing in it has a meaning for the shell. */
const WORD = /"([^"$`\\]*)"|'([^']*)'|([^\s"'|<>&;$`(){}*?~\\#]+)/g
const LINE = new RegExp(`^varve(?: +(?:${WORD.source}))*(?: +#.*)?$`)

/** What these do depends on the process: they serve, or write down how it was started. */
const OF_A_PROCESS: ReadonlySet<string> = new Set(['install', 'uninstall', 'mcp', 'serve', 'ui'])

/** The words of each command of a script that says nothing else than plain `varve …` lines, else undefined. */
export function plainLines(script: string): readonly (readonly string[])[] | undefined {
  const lines = script.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const commands = lines.map(wordsOf)
  return commands.every((words) => words !== undefined) ? commands : undefined
}

function wordsOf(line: string): readonly string[] | undefined {
  if (!LINE.test(line)) return undefined
  const said = line.replace(/^varve/, '').replace(/ #.*$/, '')
  const words = [...said.matchAll(WORD)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
  return OF_A_PROCESS.has(words[0] ?? '') ? undefined : words
}
