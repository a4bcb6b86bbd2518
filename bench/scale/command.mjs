// The built command in this process: what it took, as the last line of its output. In plain JavaScript,
// because what takes types off a file would add a hundred megabytes to what is measured.
// Usage: command.mjs <varve.mjs> <folder to run in> <arguments of varve…>
const [bin = '', folder = '', ...args] = process.argv.slice(2)
process.chdir(folder)
process.argv = [process.execPath, bin, ...args]
const started = performance.now()
const before = process.cpuUsage()
process.on('exit', () => {
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  const peak = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`\n${JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak })}\n`)
})
await import(bin)
