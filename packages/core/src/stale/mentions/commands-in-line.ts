/** How a line asks for a script: by a name of its own, or in a word that a program of that name would fit too. */
export interface ScriptCall {
  readonly runner: Runner
  readonly script: string
  /** `npm run x`, `make x`: nothing else can be meant. */
  readonly isExplicit: boolean
}

export type Runner = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'make' | 'just'

const RUNNERS: ReadonlySet<string> = new Set<Runner>(['npm', 'pnpm', 'yarn', 'bun', 'make', 'just'])
const RUN_WORDS: ReadonlySet<string> = new Set(['run', 'run-script'])
/** Scripts that have a word of their own. */
const NAMED_SCRIPTS: ReadonlySet<string> = new Set(['test', 'start', 'stop', 'restart'])
const OWN_FILE: ReadonlySet<string> = new Set(['make', 'just'])

/** Flags that take the next word with them. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  ...['--filter', '-F', '--workspace', '-w', '--prefix', '--dir', '-C', '--cwd', '-f', '--file', '-j'],
  ...['--justfile', '--working-directory', '-d', '--package'],
])
const BUILT_IN: ReadonlySet<string> = new Set(
  `access add approve-builds audit bin bugs build-info bunx cache catalog ci config create dedupe deploy diff
  dlx doctor env exec explain explore fetch find-dupes fund global help hook i import info init install
  install-test it licenses link list ll login logout ls node outdated owner pack patch patch-commit ping pkg
  plugin pm prefix prune publish query rebuild recursive remove rm root sbom search self-update server set
  setup shrinkwrap store token uninstall unlink up update upgrade version versions view why whoami workspace
  workspaces x`.split(/\s+/),
)

const SCRIPT = /^[a-z][\w.:/-]*$/i
const CODE_SPAN = /`([^`\n]+)`/g
const PROMPT = /^\s*(?:[-*+]\s+)?(?:\$\s+|>\s+)?/
const STEP = /\s*(?:&&|\|\||[;|])\s*/
const SENTENCE_END = /[.!?:]$/
const MOST_WORDS = 10

/** What a line tells to run: in its code spans, or as a command that it consists of. */
export function commandsInLine(line: string): readonly ScriptCall[] {
  const spans = [...line.matchAll(CODE_SPAN)].map(([, span = '']) => span)
  const rest = line
    .replace(CODE_SPAN, ' ')
    .replace(PROMPT, '')
    .replace(/\s+#\s.*$/, '')
    .trim()
  return [...spans.flatMap(callsOf), ...(isCommand(rest) ? callsOf(rest).map(asProse) : [])]
}

function callsOf(command: string): readonly ScriptCall[] {
  return command.split(STEP).flatMap((step) => callOf(step) ?? [])
}

/** Outside of code "make sure" is no call of a target. */
function asProse(said: ScriptCall): ScriptCall {
  return OWN_FILE.has(said.runner) ? { ...said, isExplicit: false } : said
}

/** A line in prose may begin with "make" or "just": only what looks like nothing but a command counts. */
function isCommand(line: string): boolean {
  const words = line.split(/\s+/)
  const [first = ''] = words
  if (!RUNNERS.has(first) || words.length > MOST_WORDS || SENTENCE_END.test(line)) return false
  return !OWN_FILE.has(first) || words.length === 2
}

function callOf(step: string): ScriptCall | undefined {
  const words = step.trim().split(/\s+/)
  const at = words.findIndex((word) => !word.includes('='))
  const runner = words[at] as Runner
  if (!RUNNERS.has(runner)) return undefined
  const named = wordsWithoutFlags(words.slice(at + 1))
  const [first = '', second = ''] = named
  if (OWN_FILE.has(runner)) return call(runner, first, true)
  if (RUN_WORDS.has(first)) return call(runner, second, true)
  if (NAMED_SCRIPTS.has(first) && runner !== 'bun') return call(runner, first, true)
  return runner === 'npm' || BUILT_IN.has(first) ? undefined : call(runner, first, false)
}

function call(runner: Runner, script: string, isExplicit: boolean): ScriptCall | undefined {
  return SCRIPT.test(script) ? { runner, script, isExplicit } : undefined
}

function wordsWithoutFlags(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const before = words[index - 1] ?? ''
    return !word.startsWith('-') && !WITH_VALUE.has(before)
  })
}
