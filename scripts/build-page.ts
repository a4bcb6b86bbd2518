import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { BuiltFile } from './third-party-notices.ts'

const root = fileURLToPath(new URL('../packages/web', import.meta.url))

/** Builds the page to `packages/web/dist`: files with hashed names, nothing inline, nothing from elsewhere. */
export async function buildPage(): Promise<readonly BuiltFile[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions: ['varve-source', 'module', 'browser', 'production'] },
    build: {
      target: 'es2022',
      // What is inlined is what a policy would have to allow.
      assetsInlineLimit: 0,
      modulePreload: false,
      emptyOutDir: true,
    },
  })
  return [built].flat().flatMap((each) => ('output' in each ? each.output : []))
}
