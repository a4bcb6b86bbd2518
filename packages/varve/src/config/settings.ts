import { isJsonObject } from '@varve/core'
import { FIDELITY_SETTINGS } from './fidelity-settings.ts'
import { MODELS } from './model-settings.ts'
import {
  additive,
  ahead,
  choice,
  flag,
  fraction,
  integer,
  isInteger,
  isListOf,
  isNumber,
  isRecordOf,
  isText,
  projectOnly,
  type Setting,
  setting,
  userOnly,
} from './setting.ts'

export interface CategorySetting {
  readonly name: string
  readonly title?: string
  /** 0–100 */
  readonly weight?: number
}

export interface NearDuplicateSetting {
  readonly jaccard: number
  readonly containment: number
  readonly minTerms: number
}

export interface RedactionPattern {
  readonly name: string
  readonly regex: string
}

const CATEGORY_NAME = /^[a-z][a-z0-9-]{0,31}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const FOUR_CATEGORIES = ['conventions', 'architecture', 'operations', 'decisions'].map((name) => ({ name }))
const NEAR_DUPLICATE: NearDuplicateSetting = { jaccard: 0.6, containment: 0.85, minTerms: 4 }

/** Every key that Varve reads, one a row: default, range, what it is for. */
export const SETTINGS = {
  memory: {
    enabled: flag(true, 'false: nothing is rebuilt or handed to a session unasked; commands still work'),
    autoInjectTokenBudget: integer(2000, 0, 200_000, 'tokens of the index that a session starts with'),
    dailyRetentionDays: integer(
      30,
      0,
      36_500,
      'days that `varve search --logs` finds what was said in a session; 0 = however old',
    ),
    autoFlush: flag(
      true,
      'false: hooks capture after a turn alone, not before a compaction or the end of a session',
    ),
    autoCompact: flag(true, 'rebuild stale caches on read'),
    categories: categories(FOUR_CATEGORIES, 'categories in the order of the index'),
    indexWeights: weights(
      'share of the index by category; overrides the weight of the category; 0 = never in the index',
    ),
    counter: choice(
      ['est1', 'chars4', 'cl100k', 'o200k', 'claude'],
      'how tokens are counted; the last three need a package beside Varve',
    ),
    nearDuplicate: ahead(
      nearDuplicate(
        NEAR_DUPLICATE,
        'when a new entry is reported as near another; the guard tells it by a measure of its own (decision 0016)',
      ),
    ),
    futureSkewSecs: integer(300, 0, 86_400, 'seconds that a date may lie in the future unreported'),
    staleAfterDays: integer(
      180,
      0,
      36_500,
      'days after which `varve check-stale` calls an entry aging; 0 = never',
    ),
    mirror: choice(['off', 'leanspec'], 'write each entry and each change as files too, which git merges'),
    mirrorDir: insidePath(
      '.varve/entries',
      'where mirrored entries are written; changes lie in `events` beside it',
    ),
    compaction: {
      safeDuplicates: choice(['auto', 'review'], 'what happens to duplicates that rules alone can tell'),
      llmAssisted: flag(false, 'let a model propose merges'),
      llmProvider: text(
        'default',
        'name of a configured provider, sampling, agent or default',
        'who is asked',
      ),
      semanticDedup: flag(true, 'propose duplicates in other words'),
      entryFusion: flag(true, 'propose one entry for several of one subject'),
      stalenessCheck: flag(false, 'let a model judge whether entries are out of date'),
      narrativeIndex: flag(true, 'let a model write prose for the index'),
      apply: choice(['guarded', 'review'], 'what happens to proposals that pass the guard'),
      coverage: choice(['auto', 'windows', 'all-pairs'], 'which pairs are shown to the model'),
      incremental: flag(true, 'ask only about what changed'),
      maxEntriesPerCall: integer(10, 2, 10, 'entries in one call'),
      maxTokensPerCall: integer(4000, 500, 32_000, 'tokens of input in one call'),
      maxOutputTokensPerCall: integer(1200, 100, 8000, 'tokens of output of one call'),
      maxTokensPerRun: integer(50_000, 0, 10_000_000, 'tokens of a whole run'),
      maxCallsPerRun: integer(40, 0, 1000, 'calls of a whole run'),
      maxUsdPerRun: spending('cost of a whole run, where the prices of the provider are known'),
      callTimeoutSecs: integer(60, 1, 600, 'seconds that one call may take'),
      runTimeoutSecs: integer(600, 1, 7200, 'seconds that a whole run may take; at least callTimeoutSecs'),
      retries: integer(2, 0, 5, 'further tries of a failed call'),
      minFusionSize: integer(3, 2, 10, 'entries that a fusion needs; at most maxEntriesPerCall'),
      maxEntryTokens: integer(160, 20, 2000, 'tokens of a fused entry'),
      maxMergeDepth: integer(2, 1, 3, 'how often a fused entry may be fused again'),
      maxLeafSources: integer(20, 2, 200, 'entries that one fused entry may stand for'),
      guard: {
        maxNovelty: fraction(0.25, 'share of words that a fused text may add'),
        maxDropped: integer(0, 0, 5, 'minor anchors that a fused text may lack'),
        narrativeRecall: fraction(
          0.6,
          'share of the words of each line that prose in its place has to carry',
        ),
      },
      staleness: {
        snippetLines: integer(20, 1, 200, 'lines around the likeliest one that a model is shown of a file'),
        maxFilesPerEntry: integer(3, 1, 10, 'files looked into for one entry'),
        onMerge: choice(
          ['check', 'off'],
          'look at the entries that name a file which a git merge changed, where `varve install git` was run',
        ),
      },
    },
  },
  project: {
    id: projectOnly(optional('a UUID', 'the identity of the project, shared by all clones', isUuid)),
    name: projectOnly(optional('a text', 'what `varve status` calls the project', isText)),
    defaultBranch: projectOnly(
      optional('the name of a branch', 'the branch whose knowledge is the project’s', isText),
    ),
    paths: projectOnly(
      list<string>(
        'a list of paths inside the project',
        'parts of a monorepo: what is added in one or imported from it bears its path as a tag',
        isInsidePath,
      ),
    ),
  },
  models: MODELS,
  fidelity: FIDELITY_SETTINGS,
  team: {
    url: userOnly(
      optional('an address', 'the team’s server, and how to log in; VARVE_TEAM_URL goes before it', isText),
    ),
    token: userOnly(
      optional(
        'a token',
        'what an HTTP server of a team knows you by; VARVE_TEAM_TOKEN goes before it',
        isText,
      ),
    ),
  },
  redact: {
    patterns: additive(
      list<RedactionPattern>('a list of {name, regex}', 'further secrets to mask', isPattern),
    ),
    allow: additive(list<string>('a list of texts', 'texts that are never masked', isText)),
  },
  capture: {
    enabled: flag(true, 'false: hooks keep nothing of a session'),
    reasoning: flag(false, 'keep what a model thought, too'),
    exclude: additive(
      list<string>('a list of patterns', 'folders and branches whose sessions are not captured', isText),
    ),
  },
  session: {
    ttlDays: integer(0, 0, 36_500, 'age at which `session prune --expired` lays a session aside; 0 = never'),
  },
  learn: {
    auto: flag(true, 'learn from a session when it was captured'),
    maxPerSession: integer(20, 1, 200, 'how much is learnt of one session'),
  },
  consolidate: {
    cluster: choice(
      ['similar', 'blind'],
      'what comes under one digest: what is alike, or all of a subject and layer',
    ),
    minSimilarity: fraction(0.15, 'how alike clusters are on average, to be joined'),
    minLink: fraction(0.05, 'how alike any two of a cluster are at least'),
    maxSize: integer(12, 2, 20, 'entries that one digest stands for at most'),
    maxTokens: integer(3000, 200, 20_000, 'tokens that one digest stands for at most'),
    minAgeDays: number(7, 0, 3650, 'days after which an entry may come under a digest'),
    heatBelow: number(30, 0, 100, 'heat below which an entry is cold'),
    buryRisk: positive(200, 'risk from which an entry is buried'),
    agingRisk: positive(50, 'risk from which an entry is named as aging'),
    buryMinAgeDays: number(30, 0, 3650, 'days before which nothing is buried'),
    stalledDays: number(30, 1, 3650, 'days after which untouched work is flagged as stalled'),
    schedule: choice(
      ['suggest', 'off', 'auto'],
      'what happens when a run is due: a line at the start of a session, nothing, or a run when a session ends',
    ),
    everyDays: integer(7, 1, 365, 'days between two runs'),
    llm: {
      timeoutSecs: integer(30, 1, 600, 'seconds that a model may take over one digest'),
      maxClusters: integer(20, 1, 100, 'digests that a model writes in one run, 20 at most'),
    },
  },
  knowledge: {
    budgetTokens: integer(2000, 0, 200_000, 'tokens of knowledge.md'),
  },
  patterns: {
    budgetTokens: integer(1000, 0, 200_000, 'tokens of patterns.md'),
  },
}

function number(standard: number, least: number, most: number, doc: string): Setting<number> {
  return setting(standard, `a number from ${least} to ${most}`, doc, (value) => isNumber(value, least, most))
}

function positive(standard: number, doc: string): Setting<number> {
  return setting(standard, 'a number above 0', doc, (value) =>
    isNumber(value, Number.MIN_VALUE, Number.MAX_VALUE),
  )
}

function text(standard: string, allowed: string, doc: string): Setting<string> {
  return setting(standard, allowed, doc, isText)
}

function optional(
  allowed: string,
  doc: string,
  accepts: (value: unknown) => boolean,
): Setting<string | undefined> {
  return setting<string | undefined>(undefined, allowed, doc, accepts)
}

function list<T>(allowed: string, doc: string, accepts: (item: unknown) => boolean): Setting<readonly T[]> {
  return setting<readonly T[]>([], allowed, doc, (value) => isListOf(value, accepts))
}

function categories(standard: readonly CategorySetting[], doc: string): Setting<readonly CategorySetting[]> {
  const allowed =
    'a list of {name, title?, weight?} with unique names of a–z, 0–9 and -, and weights from 0 to 100'
  return setting(standard, allowed, doc, (value) => {
    if (!isListOf(value, isCategory)) return false
    return (
      new Set(value.map((category) => (isJsonObject(category) ? category.name : category))).size ===
      value.length
    )
  })
}

function isCategory(value: unknown): boolean {
  return isRecordOf(value, {
    name: (name) => typeof name === 'string' && CATEGORY_NAME.test(name),
    title: (title) => title === undefined || isText(title),
    weight: (weight) => weight === undefined || isNumber(weight, 0, 100),
  })
}

function weights(doc: string): Setting<Readonly<Record<string, number>>> {
  return setting<Readonly<Record<string, number>>>(
    {},
    'an object of category names and weights from 0 to 100',
    doc,
    (value) => {
      if (!isJsonObject(value)) return false
      return Object.entries(value).every(
        ([name, weight]) => CATEGORY_NAME.test(name) && isNumber(weight, 0, 100),
      )
    },
  )
}

function nearDuplicate(standard: NearDuplicateSetting, doc: string): Setting<NearDuplicateSetting> {
  const allowed = '{jaccard: 0 to 1, containment: 0 to 1, minTerms: 1 to 50}'
  const members = {
    jaccard: (value: unknown) => isNumber(value, 0, 1),
    containment: (value: unknown) => isNumber(value, 0, 1),
    minTerms: (value: unknown) => isInteger(value, 1, 50),
  }
  return setting(standard, allowed, doc, (value) => isRecordOf(value, members))
}

function spending(doc: string): Setting<number | undefined> {
  return setting<number | undefined>(undefined, 'a number of at least 0', doc, (value) =>
    isNumber(value, 0, Number.MAX_VALUE),
  )
}

function insidePath(standard: string, doc: string): Setting<string> {
  return setting(standard, 'a relative path inside the project', doc, isInsidePath)
}

function isInsidePath(value: unknown): boolean {
  if (!isText(value) || /^[A-Za-z]:/.test(value) || value.includes('\0')) return false
  const segments = value.split(/[\\/]/)
  return segments[0] !== '' && segments[0] !== '~' && !segments.includes('..')
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}

function isPattern(value: unknown): boolean {
  return isRecordOf(value, { name: isText, regex: isRegex })
}

function isRegex(value: unknown): boolean {
  if (!isText(value)) return false
  try {
    new RegExp(value)
    return true
  } catch {
    return false
  }
}
