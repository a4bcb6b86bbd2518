// Varve behind the same kind of pipe as its peer: a request a line, an answer a line.
import { createInterface } from 'node:readline'
import { compose } from '../../packages/varve/src/compose.ts'
import { add } from '../../packages/varve/src/operations/add.ts'
import { parseInput } from '../../packages/varve/src/operations/parse-input.ts'

const { context, close } = compose({
  via: 'library',
  cwd: process.cwd(),
  env: process.env,
  readInput: async () => '',
  confirm: async () => true,
  editText: async () => undefined,
  progress: () => {},
})

for await (const line of createInterface({ input: process.stdin })) {
  const { id, params } = JSON.parse(line) as { readonly id: number; readonly params: object }
  const result = await add.run(parseInput(add, { ...params }), context)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: result.json })}\n`)
}
close()
