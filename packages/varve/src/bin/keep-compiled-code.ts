import { existsSync } from 'node:fs'
import { varveHome } from '../project/varve-home.ts'
import { compiledCodeFolder } from './compiled-code-folder.ts'

/** Where this user's memory is, compiled code may lie too: a start then spends less time on compiling. */
export function keepCompiledCode(): void {
  const home = varveHome(process.cwd(), process.env)
  const [, program] = process.argv
  if (program === undefined || !existsSync(home)) return
  process.getBuiltinModule('node:module').enableCompileCache(compiledCodeFolder(home, program))
}
