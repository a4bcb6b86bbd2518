// A process of its own for tests of locks, crashes and upgrades: `main.ts <command> <store> …`.
import { VarveError } from '@varve/core'
import { createFidelity } from '@varve/core/fidelity'
import { buildEntry, buildRow } from '@varve/core/testing'
import { openSqliteLedger } from '../../src/index.ts'
import { newestVersion } from '../../src/migrate.ts'
import { openWith } from '../../src/open-sqlite-store.ts'
import { MIGRATIONS } from '../../src/schema.ts'
import { session } from '../ledger/reading-session.ts'

const [command, path = '', ...rest] = process.argv.slice(2)
const [first = '', second = ''] = rest

/** A second schema, whose step fails where it is taken twice. */
const upgraded = [
  ...MIGRATIONS,
  { version: newestVersion(MIGRATIONS) + 1, sql: "INSERT INTO meta (name, value) VALUES ('step', '2')" },
]

try {
  const store = openWith(path, { project: 'sample' }, command === 'upgrade' ? upgraded : MIGRATIONS)
  const add = (id: string, content = `Text of ${id}.`) =>
    store.transact('add', (writer) => {
      const entry = buildEntry(id, { content })
      writer.putEntry(entry, buildRow(entry))
    })
  switch (command) {
    case 'hold':
      store.transact('varve compact', () => {
        console.log('held')
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(first))
      })
      break
    case 'add':
    case 'upgrade':
      for (let index = 0; index < Number(second || 1); index++) add(`${first}-${index}`)
      break
    case 'acknowledge':
      for (let index = 0; ; index++) {
        add(`${first}-${index}`)
        process.stdout.write(`${first}-${index}\n`)
      }
    case 'fill':
      for (let index = 0; ; index++) add(`${first}-${index}`, 'x'.repeat(20_000))
    case 'fit': {
      const ledger = openSqliteLedger(path, {
        project: 'sample',
        now: () => 0,
        keepOriginals: false,
        redact: (text) => text,
      })
      const engine = createFidelity({ sessionId: 's1', budget: 100_000, strict: true, store: ledger })
      for (let steps = Number(first); steps <= Number(second); steps++) {
        engine.prepare({ window: session(steps) })
        process.stdout.write(`${steps}\n`)
      }
      break
    }
    default:
  }
  store.close()
} catch (error) {
  if (!VarveError.isInstance(error)) throw error
  console.log(JSON.stringify({ code: error.code, message: error.message, fix: error.fix }))
  process.exitCode = error.exitCode
}
