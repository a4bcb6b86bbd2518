import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

export interface DoorSize {
  readonly minifiedBytes: number
  readonly zippedBytes: number
  /** What it imports that isn't in the bundle. */
  readonly outside: readonly string[]
}

/** What a page or a program carries that bundles everything a front door exports. */
export async function measureDoor(file: string): Promise<DoorSize> {
  const build = await rolldown({ input: file, logLevel: 'silent' })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  const [{ code, imports }] = output
  return { minifiedBytes: code.length, zippedBytes: gzipSync(code).length, outside: imports }
}
