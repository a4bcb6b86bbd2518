import { type TokenCounter, VarveError } from '@varve/core'

/** A counter that an optional package brings along: megabytes, so never in the bundle. */
interface ExactCounter {
  readonly install: string
  load(require: NodeJS.Require): unknown
}

const EXACT_COUNTERS: Readonly<Record<string, ExactCounter>> = {
  cl100k: gptTokenizer('cl100k_base'),
  o200k: gptTokenizer('o200k_base'),
  claude: {
    install: 'npm install ai-tokenizer@1.0.6',
    load(require) {
      const { Tokenizer } = require('ai-tokenizer')
      const tokenizer = new Tokenizer(require('ai-tokenizer/encoding/claude'))
      return (text: string) => tokenizer.count(text)
    },
  },
}

const loaded = new Map<string, TokenCounter>()

/**
 * The counter of a model's own tokens; undefined where none has this name. Loaded when it is first
 * asked for, and by `require`, so that whoever renders needs not wait: see docs/decisions/0008.
 */
export function findExactCounter(name: string): TokenCounter | undefined {
  const known = loaded.get(name)
  if (known) return known
  const exact = Object.hasOwn(EXACT_COUNTERS, name) ? EXACT_COUNTERS[name] : undefined
  if (exact === undefined) return undefined
  const count = loadCount(name, exact)
  const counter: TokenCounter = {
    name,
    count: (text) => cutLongRuns(text).reduce((total, piece) => total + count(piece), 0),
  }
  loaded.set(name, counter)
  return counter
}

function loadCount(name: string, { install, load }: ExactCounter): (text: string) => number {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  try {
    const count = load(require)
    if (typeof count === 'function') return (text) => Number(count(text))
  } catch (cause) {
    if (!isMissing(cause)) throw cause
  }
  throw new VarveError(
    'config_invalid',
    `memory.counter ${name} needs a package that is not installed beside Varve; est1 and chars4 need none`,
    { subjects: ['memory.counter'], fix: [install] },
  )
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'
}

function gptTokenizer(encoding: string): ExactCounter {
  return {
    install: 'npm install gpt-tokenizer@4.0.0',
    load(require) {
      const { countTokens } = require(`gpt-tokenizer/encoding/${encoding}`)
      // Text that looks like a control token is text.
      const options = { disallowedSpecial: new Set<string>() }
      return (text: string) => countTokens(text, options)
    },
  }
}

/** More than any real word: these packages take quadratic time in a run of one class. */
const LONG_RUN = /[\p{L}\p{M}]{512}|\p{N}{512}|\s{512}|[^\s\p{L}\p{N}]{512}/gu

/** A text in pieces that are counted one by one: itself, unless a run of one class is longer than words are. */
function cutLongRuns(text: string): readonly string[] {
  if (text.length < 512) return [text]
  const pieces: string[] = []
  let start = 0
  for (const { 0: run, index } of text.matchAll(LONG_RUN)) {
    pieces.push(text.slice(start, index + run.length))
    start = index + run.length
  }
  return [...pieces, text.slice(start)]
}
