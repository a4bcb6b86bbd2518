import type { PluginFile } from './agent.ts'

/** The program of a plugin that starts the hooks of the `varve` on the path. Without one it does nothing. */
export const PLUGIN_HOOK: PluginFile = {
  path: 'varve-hook.mjs',
  text: `// Starts the hooks of the varve that is installed; ends with 0 and says nothing where there is none.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'varve')))
const programs = folders.flatMap((folder) => [
  join(dirname(realpathSync(join(folder, 'varve'))), 'hook.mjs'),
  // Where npm put a script of its own on the path.
  join(folder, 'node_modules', 'varve', 'bundle', 'hook.mjs'),
])
const program = programs.find((path) => existsSync(path))
if (program !== undefined && process.argv.length > 2) {
  process.argv[1] = program
  try {
    await import(pathToFileURL(program).href)
  } catch {
    process.exitCode = 0
  }
}
`,
}
