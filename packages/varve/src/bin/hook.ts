#!/usr/bin/env node
import { keepCompiledCode } from './keep-compiled-code.ts'

// Run by agents at their events: whatever happens, it ends with 0 and says nothing that wasn't asked for.
const DEADLINE_MS = 2000

const silently = (error?: unknown): never => {
  if (process.env.VARVE_DEBUG === '1' && error !== undefined) process.stderr.write(`${String(error)}\n`)
  process.exit(0)
}
process.on('uncaughtException', silently)
process.on('unhandledRejection', silently)
setTimeout(silently, DEADLINE_MS).unref()

// What runs for so short a time is never worth compiling twice. The launcher says so on the command line: to
// say it here loads a module of Node's, which takes four milliseconds.
if (!process.execArgv.includes('--no-opt')) {
  for (const compiler of ['sparkplug', 'maglev', 'opt']) {
    process.getBuiltinModule('node:v8').setFlagsFromString(`--no-${compiler}`)
  }
}

try {
  keepCompiledCode(process.argv[2] === 'prompt' ? 'prompt' : 'hook')
  const { runHook } = await import('../hooks/run-hook.ts')
  await runHook(process.argv.slice(2), process.cwd(), process.env)
  silently()
} catch (error) {
  silently(error)
}
