/** Milliseconds that something takes. */
export function timed(act: () => void): number {
  const start = process.cpuUsage()
  act()
  return millisecondsSince(start)
}

/** Of the processor: a busy machine makes a clock useless. */
export function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** A figure beside what was promised of it. */
export function row(name: string, is: number, bound: number): readonly string[] {
  return [name, `${is.toFixed(2)} ms`, `${bound} ms`, is < bound ? 'held' : 'missed']
}
