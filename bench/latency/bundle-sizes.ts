import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { ROOT } from '../measure.ts'

/** A bundle of what an import takes along, minified. */
export interface BundleSize {
  readonly kilobytes: number
  readonly zipped: number
  /** What it is made of, largest first: by folder of the core, before it is minified. */
  readonly shares: readonly (readonly [folder: string, share: number])[]
}

export async function bundleSize(name: string): Promise<BundleSize> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-bundle-'))
  try {
    const entry = join(folder, 'entry.ts')
    writeFileSync(entry, `export { ${name} } from '${ROOT}packages/core/src/fidelity/index.ts'\n`)
    const build = await rolldown({ input: entry, treeshake: { moduleSideEffects: false } })
    const { output } = await build.generate({ minify: true, format: 'esm' })
    const [{ code, modules }] = output
    return { kilobytes: code.length / 1000, zipped: gzipSync(code).length / 1000, shares: sharesOf(modules) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sharesOf(
  modules: Readonly<Record<string, { readonly renderedLength: number }>>,
): BundleSize['shares'] {
  const lengths = new Map<string, number>()
  for (const [path, { renderedLength }] of Object.entries(modules)) {
    const parts = path.replace(/.*core\/src\//, '').split('/')
    const folder = parts.slice(0, parts[0] === 'fidelity' ? 2 : 1).join('/')
    lengths.set(folder, (lengths.get(folder) ?? 0) + renderedLength)
  }
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  return [...lengths].map(([folder, length]) => [folder, length / total] as const).sort((a, b) => b[1] - a[1])
}
