#!/usr/bin/env node
// May only look at the version before it loads the rest: it runs on any Node that knows modules.
const OLDEST = [22, 16] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const { runOnOwnNode } = await import('./run-on-own-node.ts')
  if (!(await runOnOwnNode(import.meta.url))) {
    process.stderr.write(`varve needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}\n`)
    process.exitCode = 2
  }
} else if (process.argv[2] === 'hook') {
  // What agents run is a bundle of its own; this is its name for people.
  process.argv.splice(2, 1)
  await import(new URL('hook.mjs', import.meta.url).href)
} else {
  const { keepCompiledCode } = await import('./keep-compiled-code.ts')
  keepCompiledCode()
  const { runProcess } = await import('./run-process.ts')
  await runProcess()
}
