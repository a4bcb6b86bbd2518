import {
  ahead,
  choice,
  flag,
  fraction,
  integer,
  isInteger,
  isListOf,
  isNumber,
  isText,
  setting,
} from './setting.ts'

function number(standard: number, least: number, most: number, doc: string) {
  return setting(standard, `a number from ${least} to ${most}`, doc, (value) => isNumber(value, least, most))
}

function tokens(doc: string) {
  return setting<number | undefined>(undefined, 'an integer from 1 to 2000000', doc, (value) =>
    isInteger(value, 1, 2_000_000),
  )
}

function texts(standard: readonly string[], doc: string) {
  return setting<readonly string[]>(standard, 'a list of rules', doc, (value) => isListOf(value, isText))
}

/** How the windows of sessions are fitted. Its keys are those of the library’s tuning. */
export const FIDELITY_SETTINGS = {
  enabled: ahead(flag(false, 'fit windows where an integration asks; `varve fit` works without')),
  profile: choice(
    ['default', 'cam', 'off'],
    'how a window is fitted: by what is needed, by scores, or not at all',
  ),
  preset: choice(['balanced', 'light', 'lean'], 'how early a pass comes, and how far it goes'),
  high: tokens('tokens above which a pass is due, in place of the preset’s'),
  low: tokens('tokens that a pass goes down to; at most nine tenths of high'),
  highMax: integer(150_000, 8000, 2_000_000, 'most tokens for high, whatever the budget'),
  hardRatio: number(0.9, 0.5, 1, 'share of the budget above which a pass must come'),
  counter: choice(
    ['est2', 'o200k', 'cl100k', 'claude'],
    'how tokens are counted; all but est2 need a package beside Varve',
  ),
  minAgeCalls: integer(4, 1, 50, 'newest calls that stay as they are'),
  minResultTokens: integer(120, 20, 5000, 'smaller results stay'),
  minCallTokens: integer(600, 20, 5000, 'smaller arguments stay'),
  minGain: integer(60, 0, 1000, 'tokens that leaving a part out must gain'),
  minGainFree: integer(40, 0, 1000, 'the same of what costs nothing to leave out'),
  minReclaim: tokens('least tokens of a pass; by default 4000, or a twentieth of the budget'),
  minCallsBetweenPasses: integer(3, 0, 100, 'calls between two passes'),
  digestTokens: integer(400, 0, 400, 'tokens of names in a placeholder; 0 = none'),
  leastWorth: number(
    0.0002,
    0,
    1,
    'quotations to expect for each token, below which a part goes whenever a pass is made',
  ),
  extracts: flag(false, 'show results as an extract of their kind instead of a line'),
  compressedMaxTokens: integer(160, 20, 4000, 'tokens of an extract'),
  refHalfLifeCalls: integer(40, 1, 1000, 'calls after which a mention counts half'),
  elideArgs: flag(true, 'leave out long arguments of old calls'),
  appliedEdits: flag(false, 'leave out the old text of edits that were applied'),
  duplicates: flag(true, 'leave out results that a later one repeats'),
  superseded: flag(true, 'leave out first what later reads and writes show again'),
  reasoning: choice(['drop-old', 'keep'], 'what happens to reasoning of earlier turns'),
  userBudgetRatio: fraction(0.15, 'share of the budget within which nothing of a person’s text is touched'),
  userBudgetMin: integer(8000, 0, 1_000_000, 'tokens of it at least'),
  pasteMinTokens: integer(1500, 200, 100_000, 'tokens from which a pasted block beyond it collapses'),
  pins: texts([], 'rules that keep parts in full, besides the built-in ones'),
  plan: {
    depth: integer(3, 0, 5, 'steps that a graph of tasks is looked ahead; 0 = not at all'),
    weight: ahead(number(1, 0, 5, 'how much a plan counts')),
  },
  recall: choice(['handle', 'run-again'], 'what a placeholder says of seeing its part again'),
  cache: {
    preset: choice(
      ['auto', 'anthropic-5m', 'anthropic-1h', 'openai', 'gemini', 'deepseek', 'none'],
      'what cached tokens cost; auto: by the model',
    ),
    gate: flag(true, 'hold a pass back that would not pay for the cache it breaks'),
    expectedCalls: tokens('calls that a session will still have; by default half of those it had'),
  },
  keepOriginals: choice(
    ['captured', 'always', 'never'],
    'whether `--save` keeps what is left out, secrets masked; captured: read back where its session was captured',
  ),
  timeoutMs: integer(50, 5, 1000, 'milliseconds after which a window goes out through the proxy as it is'),
  ...ahead({
    semantic: { weight: number(1, 0, 5, 'how much nearness in meaning counts') },
  }),
}
