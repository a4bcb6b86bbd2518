// Loaded before a server: says at its end what it took.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  const taken = { cpu: (user + system) / 1000, peak: maxRSS / 1024 }
  require('node:fs').writeFileSync(process.env.BENCH_REPORT, JSON.stringify(taken))
})
