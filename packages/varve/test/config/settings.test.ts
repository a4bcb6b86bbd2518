import { describe, expect, test } from 'vitest'
import { listSettings } from '../../src/config/list-settings.ts'
import { defaultConfig, parseConfig } from '../../src/config/load-config.ts'

/** Key, default, smallest and greatest value, and one beyond each: the table of the reference. */
const RANGES: readonly (readonly [string, unknown, readonly unknown[], readonly unknown[]])[] = [
  ['memory.enabled', true, [true, false], ['yes', 1, null]],
  ['memory.autoInjectTokenBudget', 2000, [0, 200_000], [-1, 200_001, 1.5, '2000']],
  ['memory.dailyRetentionDays', 30, [0, 36_500], [-1, 36_501]],
  ['memory.autoFlush', true, [false], [0]],
  ['memory.autoCompact', true, [false], [0]],
  [
    'memory.categories',
    [{ name: 'conventions' }, { name: 'architecture' }, { name: 'operations' }, { name: 'decisions' }],
    [[], [{ name: 'api', title: 'API', weight: 100 }]],
    [
      [{ name: 'a' }, { name: 'a' }],
      [{ name: 'A' }],
      [{ name: 'x'.repeat(33) }],
      [{ name: 'a', weight: 101 }],
      [{ title: 'T' }],
      [{ name: 'a', color: 1 }],
      'a',
      [null],
    ],
  ],
  ['memory.indexWeights', {}, [{ decisions: 0, api: 100 }], [{ decisions: 101 }, { 'No Name': 1 }, []]],
  ['memory.counter', 'est1', ['est1', 'chars4', 'cl100k', 'o200k', 'claude'], ['est2', '']],
  [
    'memory.nearDuplicate',
    { jaccard: 0.6, containment: 0.85, minTerms: 4 },
    [
      { jaccard: 0, containment: 0, minTerms: 1 },
      { jaccard: 1, containment: 1, minTerms: 50 },
    ],
    [
      { jaccard: 1.1, containment: 1, minTerms: 4 },
      { jaccard: 1, containment: -0.1, minTerms: 4 },
      { jaccard: 1, containment: 1, minTerms: 51 },
      { jaccard: 1, containment: 1 },
    ],
  ],
  ['memory.futureSkewSecs', 300, [0, 86_400], [-1, 86_401]],
  ['memory.staleAfterDays', 180, [0, 36_500], [-1, 36_501]],
  ['memory.mirror', 'off', ['off', 'leanspec'], ['on', true]],
  [
    'memory.mirrorDir',
    '.varve/entries',
    ['docs/memory', './memory'],
    ['/etc', '../x', 'a/../../x', 'C:\\x', '~/x', ''],
  ],
  ['memory.compaction.safeDuplicates', 'auto', ['auto', 'review'], ['guarded']],
  ['memory.compaction.llmAssisted', false, [true], ['true']],
  ['memory.compaction.llmProvider', 'default', ['sampling', 'agent', 'mine'], ['', 3]],
  ['memory.compaction.semanticDedup', true, [false], [0]],
  ['memory.compaction.entryFusion', true, [false], [0]],
  ['memory.compaction.stalenessCheck', false, [true], [1]],
  ['memory.compaction.narrativeIndex', true, [false], [0]],
  ['memory.compaction.apply', 'guarded', ['guarded', 'review'], ['auto']],
  ['memory.compaction.coverage', 'auto', ['auto', 'windows', 'all-pairs'], ['all']],
  ['memory.compaction.incremental', true, [false], [0]],
  ['memory.compaction.maxEntriesPerCall', 10, [3, 10], [1, 11]],
  ['memory.compaction.maxTokensPerCall', 4000, [500, 32_000], [499, 32_001]],
  ['memory.compaction.maxOutputTokensPerCall', 1200, [100, 8000], [99, 8001]],
  ['memory.compaction.maxTokensPerRun', 50_000, [0, 10_000_000], [-1, 10_000_001]],
  ['memory.compaction.maxCallsPerRun', 40, [0, 1000], [-1, 1001]],
  ['memory.compaction.maxUsdPerRun', undefined, [0, 0.05, 1e6], [-0.01, '1']],
  ['memory.compaction.callTimeoutSecs', 60, [1, 600], [0, 601]],
  ['memory.compaction.runTimeoutSecs', 600, [60, 7200], [0, 7201]],
  ['memory.compaction.retries', 2, [0, 5], [-1, 6]],
  ['memory.compaction.minFusionSize', 3, [2, 10], [1, 11]],
  ['memory.compaction.maxEntryTokens', 160, [20, 2000], [19, 2001]],
  ['memory.compaction.maxMergeDepth', 2, [1, 3], [0, 4]],
  ['memory.compaction.maxLeafSources', 20, [2, 200], [1, 201]],
  ['memory.compaction.guard.maxNovelty', 0.25, [0, 1], [-0.1, 1.1]],
  ['memory.compaction.guard.maxDropped', 0, [0, 5], [-1, 6]],
  ['memory.compaction.guard.narrativeRecall', 0.6, [0, 1], [-0.1, 1.1]],
  ['memory.compaction.staleness.snippetLines', 20, [1, 200], [0, 201]],
  ['memory.compaction.staleness.maxFilesPerEntry', 3, [1, 10], [0, 11]],
  ['memory.compaction.staleness.onMerge', 'check', ['check', 'off'], ['on']],
  ['project.id', undefined, ['f005d0da-23df-546e-a071-4b50419a8f95'], ['app', '']],
  ['project.name', undefined, ['App'], ['', 1]],
  ['project.defaultBranch', undefined, ['release/2.x'], ['', null]],
  ['project.paths', [], [['packages/a']], [['../b'], 'packages/a']],
  [
    'models',
    [],
    [
      [
        {
          name: 'local',
          provider: 'openai-compatible',
          model: 'llama',
          baseUrl: 'http://localhost:11434/v1',
        },
      ],
      [{ name: 'agent-one', provider: 'command', command: ['claude'] }],
    ],
    [
      [{ name: 'x', provider: 'openai', model: 'mini', key: 'sk-secret' }],
      [{ name: 'default', provider: 'openai', model: 'mini' }],
      [{ name: 'x', provider: 'openai', model: 'mini', baseUrl: 'https://me:secret@host/v1' }],
      [{ name: 'x', provider: 'command', command: [] }],
      [
        { name: 'x', provider: 'command', command: ['a'] },
        { name: 'x', provider: 'command', command: ['b'] },
      ],
    ],
  ],
  ['fidelity.enabled', false, [true], ['yes']],
  ['fidelity.profile', 'default', ['default', 'cam', 'off'], ['on']],
  ['fidelity.preset', 'balanced', ['light', 'balanced', 'lean'], ['heavy']],
  ['fidelity.high', undefined, [1, 2_000_000], [0, 2_000_001]],
  ['fidelity.low', undefined, [1, 2_000_000], [0, 2_000_001]],
  ['fidelity.highMax', 150_000, [8000, 2_000_000], [7999, 2_000_001]],
  ['fidelity.hardRatio', 0.9, [0.5, 1], [0.49, 1.1]],
  ['fidelity.counter', 'est2', ['est2', 'o200k', 'cl100k', 'claude'], ['est1']],
  ['fidelity.minAgeCalls', 4, [1, 50], [0, 51]],
  ['fidelity.minResultTokens', 120, [20, 5000], [19, 5001]],
  ['fidelity.minCallTokens', 600, [20, 5000], [19, 5001]],
  ['fidelity.minGain', 60, [0, 1000], [-1, 1001]],
  ['fidelity.minGainFree', 40, [0, 1000], [-1, 1001]],
  ['fidelity.minReclaim', undefined, [1, 2_000_000], [0, 2_000_001]],
  ['fidelity.minCallsBetweenPasses', 3, [0, 100], [-1, 101]],
  ['fidelity.digestTokens', 400, [0, 400], [-1, 401]],
  ['fidelity.leastWorth', 0.0002, [0, 0.001], [-1]],
  ['fidelity.extracts', false, [true], [0]],
  ['fidelity.compressedMaxTokens', 160, [20, 4000], [19, 4001]],
  ['fidelity.refHalfLifeCalls', 40, [1, 1000], [0, 1001]],
  ['fidelity.elideArgs', true, [false], [0]],
  ['fidelity.appliedEdits', false, [true], [0]],
  ['fidelity.duplicates', true, [false], [0]],
  ['fidelity.superseded', true, [false], [0]],
  ['fidelity.reasoning', 'drop-old', ['drop-old', 'keep'], ['drop']],
  ['fidelity.userBudgetRatio', 0.15, [0, 1], [-0.1, 1.1]],
  ['fidelity.userBudgetMin', 8000, [0, 1_000_000], [-1, 1_000_001]],
  ['fidelity.pasteMinTokens', 1500, [200, 100_000], [199, 100_001]],
  ['fidelity.pins', [], [['path:docs/*']], ['path:docs/*', [1]]],
  ['fidelity.plan.depth', 3, [0, 5], [-1, 6]],
  ['fidelity.plan.weight', 1, [0, 5], [-1, 6]],
  ['fidelity.recall', 'handle', ['handle', 'run-again'], ['auto']],
  ['fidelity.cache.preset', 'auto', ['auto', 'anthropic-1h', 'none'], ['cheap']],
  ['fidelity.cache.gate', true, [false], [0]],
  ['fidelity.cache.expectedCalls', undefined, [1, 100], [0]],
  ['fidelity.keepOriginals', 'captured', ['captured', 'always', 'never'], ['sometimes']],
  ['fidelity.timeoutMs', 50, [5, 1000], [4, 1001]],
  ['fidelity.semantic.weight', 1, [0, 5], [-1, 6]],
  ['team.url', undefined, [], []],
  ['team.token', undefined, [], []],
  [
    'redact.patterns',
    [],
    [[{ name: 'ticket', regex: 'ACME-[0-9]+' }]],
    [[{ name: 'x', regex: '(' }], [{ regex: 'x' }]],
  ],
  ['redact.allow', [], [['not-a-secret']], [[1], 'x', ['']]],
  ['capture.enabled', true, [false], [0]],
  ['capture.reasoning', false, [true], [1]],
  ['capture.exclude', [], [['/home/me/private/**', 'wip/*']], ['x', [1]]],
  ['session.ttlDays', 0, [0, 36_500], [-1, 36_501]],
  ['learn.auto', true, [false], [0]],
  ['learn.maxPerSession', 20, [1, 200], [0, 201]],
  ['consolidate.cluster', 'similar', ['similar', 'blind'], ['all']],
  ['consolidate.minSimilarity', 0.15, [0, 0.5, 1], [-0.1, 1.1]],
  ['consolidate.minLink', 0.05, [0, 1], [-0.1, 1.1]],
  ['consolidate.maxSize', 12, [2, 20], [1, 21]],
  ['consolidate.maxTokens', 3000, [200, 20_000], [199, 20_001]],
  ['consolidate.minAgeDays', 7, [0, 0.5, 3650], [-1, 3651]],
  ['consolidate.heatBelow', 30, [0, 100], [-1, 101]],
  ['consolidate.buryRisk', 200, [0.1, 1e6], [0, -1]],
  ['consolidate.agingRisk', 50, [0.1, 1e6], [0, -1]],
  ['consolidate.buryMinAgeDays', 30, [0, 3650], [-1, 3651]],
  ['consolidate.stalledDays', 30, [1, 3650], [0, 3651]],
  ['consolidate.schedule', 'suggest', ['off', 'suggest', 'auto'], ['daily']],
  ['consolidate.everyDays', 7, [1, 365], [0, 366]],
  ['consolidate.llm.timeoutSecs', 30, [1, 600], [0, 601]],
  ['consolidate.llm.maxClusters', 20, [1, 100], [0, 101]],
  ['knowledge.budgetTokens', 2000, [0, 200_000], [-1, 200_001]],
  ['patterns.budgetTokens', 1000, [0, 200_000], [-1, 200_001]],
]

function nested(path: string, value: unknown): Readonly<Record<string, unknown>> {
  const [first = '', ...rest] = path.split('.')
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) }
}

function valueAt(value: unknown, path: string): unknown {
  const steps = path.split('.')
  return steps.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

function parse(path: string, value: unknown) {
  return parseConfig([
    { file: 'config.json', place: path === 'models' ? 'user' : 'project', members: nested(path, value) },
  ])
}

describe('settings', () => {
  test('the table has exactly the keys of the reference', () => {
    expect(listSettings().map((row) => row.path)).toEqual(RANGES.map(([path]) => path))
    for (const row of listSettings()) expect(row.doc.length).toBeGreaterThan(10)
  })

  for (const [path, standard, good, bad] of RANGES) {
    test(`${path}: default and range are those of the reference [LS-64]`, () => {
      expect(valueAt(defaultConfig(), path)).toEqual(standard)
      for (const value of good) expect(valueAt(parse(path, value).config, path)).toEqual(value)
      for (const value of bad)
        expect(() => parse(path, value)).toThrow(`${path} is ${JSON.stringify(value)}`.slice(0, 80))
    })
  }
})
