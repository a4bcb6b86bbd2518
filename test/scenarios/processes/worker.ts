// A process of its own that uses Varve as a library: `worker.ts <what> <name> …`.
import { writeSync } from 'node:fs'
import { compose } from '../../../packages/varve/src/compose.ts'
import { add } from '../../../packages/varve/src/operations/add.ts'
import { compactApply } from '../../../packages/varve/src/operations/compact-apply.ts'
import type { OperationContext } from '../../../packages/varve/src/operations/context.ts'
import { edit } from '../../../packages/varve/src/operations/edit.ts'
import { linkAdd } from '../../../packages/varve/src/operations/link-add.ts'
import type { Operation } from '../../../packages/varve/src/operations/operation.ts'
import { parseInput } from '../../../packages/varve/src/operations/parse-input.ts'
import { search } from '../../../packages/varve/src/operations/search.ts'
import { undo } from '../../../packages/varve/src/operations/undo.ts'

const FIXED_CLOCK = Date.UTC(2026, 2, 7)

const [what = '', name = '', count = '1'] = process.argv.slice(2)
const { context, close } = compose({
  via: 'library',
  cwd: process.cwd(),
  env: process.env,
  readInput: async () => '',
  confirm: async () => false,
  editText: async () => undefined,
  progress: () => {},
})

/** Written before anything else happens, so that what was said is what was done. */
function say(line: string): void {
  writeSync(1, `${line}\n`)
}

type Answer = Readonly<Record<string, unknown>>

async function run<F extends Operation['fields']>(
  operation: Operation<F>,
  raw: Readonly<Record<string, unknown>>,
  within: OperationContext = context,
): Promise<Answer> {
  // Every operation's JSON is an object.
  return (await operation.run(parseInput(operation, raw), within)).json as Answer
}

const COMMANDS: Readonly<Record<string, () => Promise<void> | void>> = {
  /** One after the other, at an hour that never passes. */
  async add() {
    const still = { ...context, clock: { now: () => FIXED_CLOCK } }
    for (let index = 0; index < Number(count); index++) {
      say(String((await run(add, { text: `Fact ${index} of ${name}` }, still)).id))
    }
  },
  /** All at the same time. */
  async together() {
    const texts = Array.from({ length: Number(count) }, (_, index) => `Fact ${index} of ${name}`)
    for (const { id } of await Promise.all(texts.map((text) => run(add, { text })))) say(String(id))
  },
  /** Changes of every kind until it is killed. */
  async change() {
    let before: unknown
    for (let index = 0; ; index++) {
      const { id } = await run(add, { text: `Fact ${index} of ${name}`, tag: [name] })
      say(`entry ${id}`)
      say(`plan ${(await run(edit, { id, text: `Fact ${index} of ${name}, seen again` })).plan_id}`)
      if (before !== undefined) say(`plan ${(await run(linkAdd, { from: id, to: before })).plan_id}`)
      const { plan_id: plan } = await run(edit, { id, retract: true })
      say(`plan ${plan}`)
      say(`plan ${(await run(undo, { plan })).plan_id}`)
      before = id
    }
  },
  /** Puts entries under a digest and takes it back, so many times; `name` is their ids, the digest's first. */
  async digest() {
    const [digest, ...note] = name.split(',')
    say('started')
    for (let round = 0; round < Number(count); round++) {
      const { plan_id: plan } = await run(compactApply, { digest, note })
      await run(undo, { plan })
    }
  },
  /** Searches until it is killed, and says each time what was found. */
  async search() {
    for (;;) {
      // What the published schema of its answer says.
      const { items } = (await run(search, { text: [name] })) as { items: readonly { id: string }[] }
      say(
        items
          .map(({ id }) => id)
          .sort()
          .join(','),
      )
    }
  },
  /** Has the write lock for so many milliseconds. */
  hold() {
    context.writing().transact(name, () => {
      say('held')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(count))
    })
  },
}

await COMMANDS[what]?.()
close()
