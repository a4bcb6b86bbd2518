const LOOK_MS = 5000

/** Resolves when the process that started this one has ended, or told this one to. */
export function untilParentIsGone(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    const timer = setInterval(() => {
      if (process.ppid !== parent) resolve()
    }, LOOK_MS)
    // Where nothing else goes on, there is nothing to wait for.
    timer.unref()
  })
}
