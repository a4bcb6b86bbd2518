import type { Reporter, TestModule } from 'vitest/node'

/** Prints the plain closing line that CI reads: `N passed, N failed, N skipped`. */
export default class PlainLastLine implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1
      if (module.errors().length > 0) count.failed += 1
    }
    const line = `${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`
    // After every other reporter has written its summary.
    setImmediate(() => process.stdout.write(`${line}\n`))
  }
}
