import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { varveHome } from '../project/varve-home.ts'

/** Where this user's memory is, compiled code may lie too: a start then spends less time on compiling. */
export function keepCompiledCode(): void {
  const home = varveHome(process.cwd(), process.env)
  if (existsSync(home)) process.getBuiltinModule('node:module').enableCompileCache(join(home, 'compiled'))
}
