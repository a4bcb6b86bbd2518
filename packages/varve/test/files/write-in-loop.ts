// A process that replaces one file for ever, until it is killed.
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'

const [path = '', ...texts] = process.argv.slice(2)
const TIMES = 2_000_000
for (let turn = 0; ; turn++) {
  writeFileAtomically(path, (texts[turn % texts.length] ?? '').repeat(TIMES))
  if (turn === 0) process.stdout.write('ready\n')
}
