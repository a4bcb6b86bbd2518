import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { defaultConfig, loadConfig } from '../../src/config/load-config.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

function files(texts: { readonly user?: string; readonly project?: string }) {
  const directory = temporaryDirectory()
  const paths = {
    user: join(directory, 'home', 'config.json'),
    project: join(directory, '.varve', 'config.json'),
  }
  for (const place of ['user', 'project'] as const) {
    const text = texts[place]
    if (text === undefined) continue
    mkdirSync(join(paths[place], '..'), { recursive: true })
    writeFileSync(paths[place], text)
  }
  return paths
}

function failure(run: () => unknown): VarveError {
  try {
    run()
  } catch (error) {
    if (VarveError.isInstance(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('loadConfig', () => {
  test('no file, an empty file and an empty object mean the defaults', () => {
    for (const texts of [{}, { project: '' }, { project: '{}', user: '\n' }]) {
      expect(loadConfig(files(texts))).toMatchObject({ config: defaultConfig(), issues: [] })
    }
  })

  test('the project goes before the user, key by key', () => {
    const { config } = loadConfig(
      files({
        user: '{"memory":{"autoInjectTokenBudget":1,"compaction":{"retries":0,"maxMergeDepth":3}}}',
        project: '{"memory":{"compaction":{"retries":5}}}',
      }),
    )
    expect(config.memory.autoInjectTokenBudget).toBe(1)
    expect(config.memory.compaction).toMatchObject({ retries: 5, maxMergeDepth: 3, maxCallsPerRun: 40 })
  })

  test('patterns of secrets add up: a project cannot take the user’s away', () => {
    const { config } = loadConfig(
      files({
        user: '{"redact":{"patterns":[{"name":"a","regex":"A"}],"allow":["x","y"]}}',
        project: '{"redact":{"patterns":[],"allow":["y","z"]}}',
      }),
    )
    expect(config.redact).toEqual({ patterns: [{ name: 'a', regex: 'A' }], allow: ['x', 'y', 'z'] })
  })

  test('an invalid value names file, key, value and allowed range, and exits 3 [LS-64]', () => {
    const paths = files({ project: '{"memory":{"autoInjectTokenBudget":-5,"compaction":{"apply":"yes"}}}' })
    const error = failure(() => loadConfig(paths))
    expect(error.code).toBe('config_invalid')
    expect(error.exitCode).toBe(3)
    expect(error.message).toBe(
      `${paths.project}: memory.autoInjectTokenBudget is -5; allowed: an integer from 0 to 200000\n` +
        `${paths.project}: memory.compaction.apply is "yes"; allowed: one of guarded, review`,
    )
    expect(error.subjects).toEqual(['memory.autoInjectTokenBudget', 'memory.compaction.apply'])
  })

  test('a section that is no object is invalid [LS-64]', () => {
    expect(failure(() => loadConfig(files({ user: '{"memory":[]}' }))).message).toContain(
      'memory is []; allowed: an object',
    )
  })

  test('limits between keys hold for the merged values [LS-64]', () => {
    const fusion = files({ project: '{"memory":{"compaction":{"maxEntriesPerCall":2}}}' })
    expect(failure(() => loadConfig(fusion)).message).toContain(
      'memory.compaction.minFusionSize is 3; allowed: at most memory.compaction.maxEntriesPerCall',
    )
    const marks = files({
      user: '{"fidelity":{"high":1000}}',
      project: '{"fidelity":{"low":901}}',
    })
    expect(failure(() => loadConfig(marks)).message).toContain(
      'fidelity.low is 901; allowed: at most nine tenths',
    )
    const timeout = files({
      user: '{"memory":{"compaction":{"callTimeoutSecs":100}}}',
      project: '{"memory":{"compaction":{"runTimeoutSecs":99}}}',
    })
    expect(failure(() => loadConfig(timeout)).message).toContain(
      'memory.compaction.runTimeoutSecs is 99; allowed: at least memory.compaction.callTimeoutSecs',
    )
  })

  test('an unknown key warns with the nearest known name [LS-64]', () => {
    const { config, issues } = loadConfig(
      files({ project: '{"memry":{},"memory":{"autoFlsh":false,"colour":1,"compaction":{"retrys":9}}}' }),
    )
    expect(config).toEqual(defaultConfig())
    expect(issues.map(({ code, severity, subjects }) => [code, severity, ...subjects])).toEqual([
      ['unknown_config_key', 'warning', 'memory.autoFlsh'],
      ['unknown_config_key', 'warning', 'memory.colour'],
      ['unknown_config_key', 'warning', 'memory.compaction.retrys'],
      ['unknown_config_key', 'warning', 'memry'],
    ])
    const hints = issues.map(({ message }) => / nearest is (.+)$/.exec(message)?.[1])
    expect(hints).toEqual(['memory.autoFlush', undefined, 'memory.compaction.retries', 'memory'])
  })

  test('a project’s identity in the user’s file is not read, and said so', () => {
    const { config, issues } = loadConfig(
      files({ user: '{"project":{"id":"f005d0da-23df-546e-a071-4b50419a8f95"}}' }),
    )
    expect(config.project.id).toBeUndefined()
    expect(issues.map(({ code, subjects }) => [code, ...subjects])).toEqual([
      ['misplaced_config_key', 'project.id'],
    ])
  })

  test('a byte order mark and CRLF are no problem', () => {
    const text = '\ufeff{\r\n  "memory": {\r\n    "counter": "chars4"\r\n  }\r\n}\r\n'
    expect(loadConfig(files({ project: text })).config.memory.counter).toBe('chars4')
  })

  test('names of prototypes are unknown keys like others', () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":1,"memory":{"__proto__":{"enabled":false},"toString":1}}'
    const { config, issues } = loadConfig(files({ project: text }))
    expect(config.memory.enabled).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(issues.map(({ subjects }) => subjects[0])).toEqual([
      '__proto__',
      'constructor',
      'memory.__proto__',
      'memory.toString',
    ])
  })

  const broken: readonly (readonly [string, string])[] = [
    ['{"memory": {\n  "counter": est1\n}}', 'line 2, column 14'],
    ['{"memory": {},}', 'line 1, column 15'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['{\n  // comment\n}', 'line 2, column 3'],
    ['{"a": "b', 'line 1, column 9'],
    ['{"a": [1, 2', 'line 1, column 12'],
    ['{} {}', 'line 1, column 4'],
    ['<<<<<<< HEAD\n{}', 'line 1, column 1'],
    ['{"a":"\t"}', 'line 1, column 7'],
  ]
  for (const [text, place] of broken) {
    test(`broken JSON is named with ${place} and left as it is: ${JSON.stringify(text)}`, () => {
      const paths = files({ project: text })
      const error = failure(() => loadConfig(paths))
      expect([error.code, error.exitCode]).toEqual(['config_invalid', 3])
      expect(error.message).toBe(`${paths.project} is not valid JSON at ${place}; it was left as it is`)
      expect(readFileSync(paths.project, 'utf8')).toBe(text)
    })
  }

  test('JSON that is no object is invalid', () => {
    for (const text of ['[]', '3', 'null', '"x"']) {
      expect(failure(() => loadConfig(files({ project: text }))).code).toBe('config_invalid')
    }
  })
})
