import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder, Model } from '@varve/core'
import { compose } from '../../src/compose.ts'
import type { OperationContext } from '../../src/operations/context.ts'
import type { Fields } from '../../src/operations/field.ts'
import type { Operation, OperationResult } from '../../src/operations/operation.ts'
import { parseInput } from '../../src/operations/parse-input.ts'

/** A project in a folder of its own, with a clock that moves one second at each look. */
export interface TestContext {
  readonly context: OperationContext
  readonly project: string
  run<F extends Fields>(operation: Operation<F>, input?: object): Promise<OperationResult>
  close(): void
}

/** What there is beside the project. */
export interface TestWorld {
  /** The user's own configuration. */
  readonly user?: object
  /** A model that the surface brings along. */
  readonly sampling?: Model
}

export function openTestContext(
  config?: object,
  embedder?: Embedder,
  { user, sampling }: TestWorld = {},
): TestContext {
  const folder = mkdtempSync(join(tmpdir(), 'varve-operations-'))
  const project = join(folder, 'project')
  mkdirSync(join(project, '.varve'), { recursive: true })
  if (config) writeFileSync(join(project, '.varve/config.json'), JSON.stringify(config))
  if (user) {
    mkdirSync(join(folder, 'home'))
    writeFileSync(join(folder, 'home/config.json'), JSON.stringify(user))
  }
  const opened = compose({
    via: 'library',
    cwd: project,
    env: { VARVE_HOME: join(folder, 'home'), VARVE_ACTOR: 'tester', TEST_KEY: 'sk-secret-of-the-test' },
    readInput: async () => '',
    confirm: async () => true,
    editText: async () => undefined,
    progress: () => {},
    ...(embedder !== undefined && { embedder }),
    ...(sampling !== undefined && { sampling }),
  })
  let now = Date.UTC(2026, 2, 7)
  const clock = {
    now: () => {
      now += 1000
      return now
    },
  }
  const context = { ...opened.context, clock, pause: async () => {} }
  return {
    context,
    project,
    run: async (operation, input = {}) => operation.run(parseInput(operation, { ...input }), context),
    close: () => {
      opened.close()
      rmSync(folder, { recursive: true })
    },
  }
}
