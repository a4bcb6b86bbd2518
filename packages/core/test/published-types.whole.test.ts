import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'))
const DOORS = Object.keys(exports).map((name) => name.slice(1))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-types-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a project says whose compiler checks libraries too, and which has no types of Node. */
function compile(source: string): string {
  const file = join(folder, 'consumer.ts')
  writeFileSync(file, source)
  const paths = DOORS.map((name) => [
    `@varve/core${name}`,
    [join(ROOT, `packages/core/dist${name}/index.d.ts`)],
  ])
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'esnext'],
    module: 'nodenext',
    types: [],
    paths: Object.fromEntries(paths),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}

test('the published types hold where libraries are checked, and every adapter takes any type of request without a cast [CAM-111]', () => {
  const adapters = [
    'anthropicMessages',
    'openaiChat',
    'openaiResponses',
    'aiSdk',
    'gemini',
    'langchain',
    'opencodeMessages',
  ]
  const consumer = `
    import { ${adapters.join(', ')}, createFidelity, fitRequest, type View } from '@varve/core/fidelity'
    ${DOORS.map((name, at) => `import * as door${at} from '@varve/core${name}'`).join('\n')}
    export const all = [${DOORS.map((_, at) => `door${at}`).join(', ')}]
    const fidelity = createFidelity({ sessionId: 's', budget: 200_000 })
    export class OfAnSdk { constructor(readonly messages: readonly OfAnSdk[], private readonly own = 1) {} }
    export function fit<Request>(request: Request): readonly { readonly request: Request; readonly view: View }[] {
      return [${adapters.map((name) => `fitRequest(fidelity, ${name}, request)`).join(', ')}]
    }
    export const sent: OfAnSdk | undefined = fit(new OfAnSdk([]))[0]?.request
    export const strings: readonly string[] | undefined = fit<readonly string[]>(['a'])[0]?.request
  `
  expect(compile(consumer)).toBe('')
  expect(compile(`${consumer}\nexport const wrong: number = sent`)).toContain('is not assignable')
})
