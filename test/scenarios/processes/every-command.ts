// A process that answers the examples of every command but those that serve, and tells what it reached for:
// `every-command.ts [words]`; words are answered in place of the examples.
import { registerHooks } from 'node:module'
import { Socket } from 'node:net'

const SERVING: readonly string[] = ['ui', 'fit proxy', 'mcp']
const MODELS = /^(?:@varve\/models|ai|@ai-sdk\/.*)$|packages\/models\/src\//

const reached: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    if (MODELS.test(specifier)) reached.push(`module ${specifier}`)
    return next(specifier, context)
  },
})
Socket.prototype.connect = function refuse(): never {
  reached.push('socket')
  throw new Error('no network here')
}

// After the hooks: what was loaded before them would go unseen.
const { main } = await import('../../../packages/varve/src/cli/main.ts')
const { compose } = await import('../../../packages/varve/src/compose.ts')
const { OPERATIONS } = await import('../../../packages/varve/src/operations/table.ts')
const { VERSION } = await import('../../../packages/varve/src/version.ts')

const answers: { line: string; status: number; reached: number }[] = []
const words = process.argv.slice(2)
if (words.length > 0) await answer(words, words.join(' '))
else for (const { name, load } of OPERATIONS) if (!SERVING.includes(name)) await answerExamples(load)
process.stdout.write(JSON.stringify({ ran: answers.length, answers, reached: [...new Set(reached)] }))

async function answerExamples(load: (typeof OPERATIONS)[number]['load']): Promise<void> {
  for (const line of (await load()).examples) await answer(wordsOf(line), line)
}

async function answer(args: readonly string[], line: string): Promise<void> {
  const before = reached.length
  const status = await main({
    args,
    version: VERSION,
    debug: false,
    writeOut: () => {},
    writeError: () => {},
    open: async () =>
      compose({
        via: 'cli',
        cwd: process.cwd(),
        env: process.env,
        readInput: async () => '',
        confirm: async () => false,
        editText: async () => undefined,
        progress: () => {},
      }),
  })
  answers.push({ line, status, reached: reached.length - before })
}

/** The words of an example, up to where a shell would redirect. */
function wordsOf(line: string): readonly string[] {
  const [command = ''] = line.split(/ [<|>] /)
  return (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
    .slice(1)
    .map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
}
