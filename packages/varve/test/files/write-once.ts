// A process that writes one file and tells how that went.
import { VarveError } from '@varve/core'
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'

const [path = '', text = '', times = '1', user] = process.argv.slice(2)
// After the modules are loaded, which that user may not be allowed to read.
if (user !== undefined) process.setuid?.(Number(user))
try {
  process.stdout.write(writeFileAtomically(path, text.repeat(Number(times))))
} catch (error) {
  if (!VarveError.isInstance(error)) throw error
  process.stdout.write(JSON.stringify({ code: error.code, exit: error.exitCode, message: error.message }))
}
