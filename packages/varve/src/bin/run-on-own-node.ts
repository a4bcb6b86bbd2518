// Runs on a Node that is too old for the rest. In the bundle a static import of a module of Node's is a call
// that such a Node may not know, so this takes them as it runs.

/** Runs the command on the Node that it was installed with, as in a checkout; false where there is no other. */
export async function runOnOwnNode(program: string): Promise<boolean> {
  const { existsSync, realpathSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const nodes = ['node', 'node.exe'].map((name) =>
    fileURLToPath(new URL(`../../../node_modules/node/bin/${name}`, program)),
  )
  const own = nodes.find((path) => existsSync(path))
  // Too old itself, it would start itself without end.
  if (own === undefined || realpathSync(own) === realpathSync(process.execPath)) return false
  const { spawn } = await import('node:child_process')
  const child = spawn(own, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal tells both of an interrupt; the command is the one to end on it.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  return true
}
