import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { varveHome } from '../project/varve-home.ts'
import { compiledCodeFolder } from './compiled-code-folder.ts'

/**
 * Where this user's memory is, compiled code may lie too: a start then spends less time on compiling. Node keeps
 * of a file what its first run compiled; so `use` names runs that need much else of the same files.
 */
export function keepCompiledCode(use = ''): void {
  const home = varveHome(process.cwd(), process.env)
  const [, program] = process.argv
  if (program === undefined || !existsSync(home)) return
  process.getBuiltinModule('node:module').enableCompileCache(join(compiledCodeFolder(home, program), use))
}
