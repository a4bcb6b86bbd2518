// One phase of the scale benchmark, in a process of its own, so that its peak memory is its own.
// Usage: worker.ts <phase> <project folder> [facts file]
import { compose } from '../../packages/varve/src/compose.ts'
import { add } from '../../packages/varve/src/operations/add.ts'
import { refreshCache } from '../../packages/varve/src/operations/cache/refresh-cache.ts'
import { compareTexts } from '../../packages/varve/src/operations/compare-texts.ts'
import type { OperationContext } from '../../packages/varve/src/operations/context.ts'
import type { Fields } from '../../packages/varve/src/operations/field.ts'
import { importFiles } from '../../packages/varve/src/operations/import.ts'
import { list } from '../../packages/varve/src/operations/list.ts'
import type { Operation } from '../../packages/varve/src/operations/operation.ts'
import { parseInput } from '../../packages/varve/src/operations/parse-input.ts'
import { show } from '../../packages/varve/src/operations/show.ts'
import { median } from '../measure.ts'

const [phase = '', project = '', facts = ''] = process.argv.slice(2)
const REPEATS = 21

const { context, close } = compose({
  via: 'library',
  cwd: project,
  env: process.env,
  readInput: async () => '',
  confirm: async () => true,
  editText: async () => undefined,
  progress: () => {},
})

const PHASES: Readonly<Record<string, () => Promise<object>>> = {
  import: async () => ({
    seconds: await seconds(() => run(importFiles, { paths: ['jsonl', facts] }, context)),
  }),
  compact: () => timed(async () => refreshCache(context)),
  compare: () => timed(() => compareTexts(context)),
  'add-100': async () => {
    const each: number[] = []
    for (let i = 0; i < 100; i++) {
      each.push(
        await seconds(() =>
          run(add, { text: `Later fact ${i} of ${process.pid} listens on ${9000 + i}` }, context),
        ),
      )
    }
    return { milliseconds: each.reduce((sum, value) => sum + value, 0) * 1000 }
  },
  ask: async () => ({
    show: await middle(() => run(show, { id: 'fact-00000100' }, context)),
    list: await middle(() => run(list, {}, context)),
    add: await middle((i) =>
      run(add, { text: `Asked fact ${i} of ${process.pid} is number ${i * 7919}` }, context),
    ),
  }),
}

const result = await PHASES[phase]?.()
close()
process.stdout.write(`${JSON.stringify({ ...result, peak: process.resourceUsage().maxRSS / 1024 })}\n`)

function run<F extends Fields>(operation: Operation<F>, raw: object, within: OperationContext) {
  return operation.run(parseInput(operation, { ...raw }), within)
}

async function seconds(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** On the clock, and of the processor: what else the machine does tells in the first alone. */
async function timed(work: () => unknown): Promise<object> {
  const before = process.cpuUsage()
  const took = await seconds(work)
  const { user, system } = process.cpuUsage(before)
  return { seconds: took, cpu: (user + system) / 1e6 }
}

/** Median milliseconds. */
async function middle(work: (round: number) => unknown): Promise<number> {
  const values: number[] = []
  for (let round = 0; round < REPEATS; round++) values.push((await seconds(() => work(round))) * 1000)
  return median(values)
}
