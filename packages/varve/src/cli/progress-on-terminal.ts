const WIDTH = 30
/** Work that is done sooner than this shows no bar. */
const LEAST = 2000

/** A bar on standard error while long work goes on; nothing where that is no terminal. */
export function progressOnTerminal(label: string, done: number, total: number): void {
  if (!process.stderr.isTTY || total < LEAST) return
  const filled = Math.round((done / total) * WIDTH)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
  process.stderr.write(done >= total ? '\r\u001b[K' : `\r${label} ${bar} ${done} of ${total}`)
}
