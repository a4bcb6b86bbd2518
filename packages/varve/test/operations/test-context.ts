import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '@varve/core'
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

export function openTestContext(config?: object, embedder?: Embedder): TestContext {
  const folder = mkdtempSync(join(tmpdir(), 'varve-operations-'))
  const project = join(folder, 'project')
  mkdirSync(join(project, '.varve'), { recursive: true })
  if (config) writeFileSync(join(project, '.varve/config.json'), JSON.stringify(config))
  const opened = compose({
    via: 'library',
    cwd: project,
    env: { VARVE_HOME: join(folder, 'home'), VARVE_ACTOR: 'tester' },
    readInput: async () => '',
    confirm: async () => true,
    editText: async () => undefined,
    progress: () => {},
    ...(embedder !== undefined && { embedder }),
  })
  let now = Date.UTC(2026, 2, 7)
  const clock = {
    now: () => {
      now += 1000
      return now
    },
  }
  const context = { ...opened.context, clock }
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
