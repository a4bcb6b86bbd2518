import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { TOOL_PROFILES } from '../packages/varve/src/operations/tool-profiles.ts'
import { pageFiles } from '../packages/varve/src/page/page-files.ts'
import { buildPage } from './build-page.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundleFolder = `${root}packages/varve/bundle`

// The words that a text is found by lean on a few lists of the guard, and every writer needs them. Holding
// old merges to the guard needs digests, and only the doctor does it.
const COMPARE =
  /core\/src\/(?:candidates|consolidate\/(?:attributes|same-statements|forget\/plan-bury)|guard\/(?!normalise|language\/(?:word-list|english\/stem-english|\w+\/function-words))|near\/(?!refused-merges)|review|stale\/mentions)|operations\/(?:compare-texts|near-list|merge-safe-duplicates|review)/
// What several commands need of digests stays in the base, which may import none of the others. What is
// recalled shows digests, so it lies with them.
const DIGEST =
  /core\/src\/(?:digest\/(?!compaction-percent|graph\/|extract-summary)|compact\/stand-in-view|recall\/(?:note|graph|context|search)\/)|operations\/(?:digest\/|graph\.ts|walk-input|compaction-input|compact-(?:apply|remove|show|status|report|suggest))/
// What decides on what sinks leans on the guard and on digests; to add an entry takes two words of it.
const CONSOLIDATE =
  /core\/src\/consolidate\/(?!parse-layer|forget\/(?:infer-state|plan-bury)|attributes|same-statements)|operations\/consolidate/
// What learns from sessions leans on the guard: it lies apart from the base.
const LEARN = /core\/src\/learn\/|operations\/(?:work\/|learn\/(?:learn-sessions|widen-promoted))/
// What asks a model, and judges its answers: only with `--llm`, and where what waits in review is settled.
const PROPOSE =
  /core\/src\/propose\/(?!ledger|is-eligible|name-of|narrative\/narrative-key|stands-as-shown)|operations\/propose\/(?:run-stage2|doubts-among|propose-request|propose-to|plan-waiting|apply-proposals)/
// What holds entries against the project's files: for a check, and before a model is asked.
const STALE = /core\/src\/stale\/(?!mentions|project-path)|operations\/check-against-project/
// Providers' packages lie beside Varve, where the user put them.
const MODELS = /packages\/models\/src\//
// What fits windows leans on the guard, and few commands need it. Readers of transcripts serve sessions too.
const WINDOW =
  /core\/src\/fidelity\/(?!transcripts|targets|model|host\/|adapters\/(?!apply-view)|atoms|groups)|operations\/fit(?!-proxy)/
// Node's HTTP, TLS and cryptography are three megabytes of a process: only what serves or asks loads them.
const PROXY = /operations\/fit-proxy|varve\/src\/proxy\//
const HTTP = /varve\/src\/(?:http\/|network\/same-token)/
// What reads transcripts: for sessions and windows, and nothing else.
const TRANSCRIPTS =
  /core\/src\/(?:sessions\/capture|fidelity\/(?:transcripts|targets|model|host\/|adapters\/(?!apply-view)|atoms|groups))|operations\/session\/(?:capture|held|transcript|keep|opencode|spool)/
// What says where compiled code lies: what is loaded with it is compiled anew at each start.
const START =
  /varve\/src\/(?:bin\/(?:keep-compiled-code|compiled-code-folder)|version|project\/varve-home)\.ts/
// What edits the files of agents, with the parsers that this needs.
const AGENTS =
  /node_modules\/(?:jsonc-parser|smol-toml|diff)|varve\/src\/agents\/(?!agent\.ts|texts\/)|operations\/(?:git-hook|agents)\//
// What serves tools: only `varve mcp` needs it, and it needs little of the rest to answer its first requests.
const MCP =
  /node_modules\/(?:@modelcontextprotocol\/|zod\/v4\/(?:classic|locales|core\/memoizer))|varve\/src\/mcp\/no-validator/
const IMPORT = /node_modules\/yaml|varve\/src\/(?:import|export\/qipu)\/|operations\/import/

// The protocol's package brings a validator of JSON Schema along, 300 kB, which nothing of ours calls.
const MCP_SHIMS = '@modelcontextprotocol/server/_shims'
const NO_VALIDATOR = `${root}packages/varve/src/mcp/no-validator.ts`

const PAGE_FILES = `${root}packages/varve/src/page/page-files.ts`
const TOOLS = `${root}packages/varve/src/mcp/describe-tools.ts`

const page = await buildPage()

// The command: bundled, because resolving a hundred small files costs more than running them.
rmSync(bundleFolder, { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    varve: `${root}packages/varve/src/bin/varve.ts`,
    library: `${root}packages/varve/src/index.ts`,
  },
  external: [/^ai$/, /^@ai-sdk\//],
  platform: 'node',
  // Commands are loaded one at a time, and some are loaded by others as well: nothing that a reader could mend.
  checks: { ineffectiveDynamicImport: false },
  preserveEntrySignatures: 'allow-extension',
  // The browsers' builds of some packages are modules where those for Node load their parts by name.
  resolve: {
    conditionNames: ['varve-source', 'import', 'node', 'default'],
    mainFields: ['module', 'main'],
  },
  plugins: [
    { name: 'builtins-by-need', renderChunk: (code) => takeBuiltins(code) },
    { name: 'no-validator', resolveId: (id) => (id === MCP_SHIMS ? NO_VALIDATOR : undefined) },
    { name: 'required-as-required', resolveId: (id, importer, { kind }) => findRequired(id, importer, kind) },
    { name: 'described-tools', load: (id) => (id === TOOLS ? describedTools() : undefined) },
    { name: 'page-files', load: (id) => (id === PAGE_FILES ? pageInCode() : undefined) },
  ],
})
const { output } = await bundle.write({
  dir: bundleFolder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunks/[name]-[hash].mjs',
  // What several commands share is one file: each file costs a start half a millisecond. What only some
  // of them need, and is large, lies apart.
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'compare', test: COMPARE, priority: 1 },
      { name: 'digest', test: DIGEST, priority: 1 },
      { name: 'mcp', test: MCP, priority: 2 },
      { name: 'consolidate', test: CONSOLIDATE, priority: 1 },
      { name: 'import', test: IMPORT, priority: 1 },
      { name: 'agents', test: AGENTS, priority: 1 },
      { name: 'learn', test: LEARN, priority: 1 },
      { name: 'propose', test: PROPOSE, priority: 1 },
      { name: 'stale', test: STALE, priority: 1 },
      { name: 'told', test: /operations\/propose\/(?:render-stage2|stage2)/, priority: 1 },
      { name: 'models', test: MODELS, priority: 1 },
      { name: 'window', test: WINDOW, priority: 1 },
      { name: 'proxy', test: PROXY, priority: 1 },
      { name: 'http', test: HTTP, priority: 1 },
      { name: 'transcripts', test: TRANSCRIPTS, priority: 1 },
      { name: 'start', test: START, priority: 3 },
      { name: 'base', minShareCount: 3 },
    ],
  },
  // Names as they are, so that what only passes on another file's can be skipped.
  minifyInternalExports: false,
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
refuseCircles(output)
chmodSync(`${bundleFolder}/varve.mjs`, 0o755)

// What reads the memory, searches it and renders what is found. At most events a hook needs none of it.
const MEMORY =
  /store-sqlite\/src|core\/src\/(?:compact|counters|guard|recall|render|words|ports)\/|hooks\/(?:inject|recall|recollect)\.|compose\/open-for-hook/

// What resolves a view: needed on branches that have entries of their own.
const RESOLVE =
  /core\/src\/compact\/(?!canon|stored-view|stand-in-view|review-item)|core\/src\/review\/|hooks\/resolve\./

// Hooks: a bundle of their own, because what the commands share is more than a hook has time to load.
const hooks = await rolldown({
  input: { hook: `${root}packages/varve/src/bin/hook.ts` },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  resolve: { conditionNames: ['varve-source', 'import', 'node', 'default'] },
  plugins: [{ name: 'builtins-by-need', renderChunk: (code) => takeBuiltins(code) }],
})
const hookBundle = await hooks.write({
  dir: bundleFolder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'hook-chunks/[name]-[hash].mjs',
  // Five files: what finds the compiled code, what every event needs, the memory, what few branches need of
  // it, and what masks what few hosts need masked.
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'mask', test: /core\/src\/(?:sessions|fidelity|redact)\/|hooks\/mask-input/, priority: 2 },
      { name: 'resolve', test: RESOLVE, priority: 2 },
      { name: 'memory', test: MEMORY, priority: 1 },
      { name: 'events', test: /src\/(?!bin\/|version|project\/varve-home)/ },
    ],
  },
  // Names as they are, so that what only passes on another file's can be skipped.
  minifyInternalExports: false,
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
await hooks.close()
refuseCircles(hookBundle.output)
for (const chunks of [output, hookBundle.output]) {
  for (const fileName of skipFacades(chunks)) spellInAscii(`${bundleFolder}/${fileName}`)
}
chmodSync(`${bundleFolder}/hook.mjs`, 0o755)
writeFileSync(
  `${bundleFolder}/THIRD-PARTY.txt`,
  thirdPartyNotices([...output, ...hookBundle.output, ...page]),
)

// Libraries: one file a module, with types.
if (!process.argv.includes('--only-command')) {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', ...packageFolders()], {
    stdio: 'inherit',
  })
}

/**
 * What the driver of PostgreSQL requires, as Node would find it: by the conditions of imports its own parts
 * are modules, and a class that is required isn't one.
 */
function findRequired(id: string, importer: string | undefined, kind: string): string | undefined {
  if (kind !== 'require-call' || importer === undefined || !/node_modules\/pg/.test(importer))
    return undefined
  if (isBuiltin(id) || id === 'pg-native') return undefined
  return createRequire(importer).resolve(id)
}

/** The module that reads the built page, as what it would answer. */
function pageInCode(): string {
  return `const FILES = ${JSON.stringify(pageFiles())}
export const pageFiles = () => FILES`
}

/** The module that describes tools, as what it would answer. */
async function describedTools(): Promise<string> {
  const source = await rolldown({
    input: TOOLS,
    platform: 'node',
    resolve: {
      conditionNames: ['varve-source', 'import', 'node', 'default'],
      mainFields: ['module', 'main'],
    },
    external: [/^node:/],
  })
  const folder = mkdtempSync(join(tmpdir(), 'varve-build-'))
  try {
    await source.write({ file: join(folder, 'tools.mjs'), format: 'esm', codeSplitting: false })
    const { describeTools } = await import(join(folder, 'tools.mjs'))
    const profiles = await Promise.all(
      TOOL_PROFILES.map(async (profile) => [profile, await describeTools(profile)]),
    )
    return `const TOOLS = ${JSON.stringify(Object.fromEntries(profiles))}
export const describeTools = async (profile) => TOOLS[profile]`
  } finally {
    await source.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Imports of Node's own modules, taken without their ESM façade: that reads every member of a module,
 * and so loads the streams behind `fs.ReadStream` at each start (six milliseconds of forty).
 */
function takeBuiltins(code: string): string {
  return code.replace(
    /^import\s+([^"';]+?)\s+from\s+["'](node:[\w/]+)["'];?$/gm,
    (_, names: string, module: string) => {
      const taken = names.startsWith('*') ? names.replace(/^\*\s+as\s+/, '') : names.replace(/\bas\b/g, ':')
      return `const ${taken}=process.getBuiltinModule("${module}");`
    },
  )
}

/** Takes out files that only pass on what another one exports, and gives back the rest: each file costs a start. */
function skipFacades(chunks: readonly { readonly fileName: string }[]): readonly string[] {
  const targets = new Map<string, string>()
  for (const { fileName } of chunks) {
    const [, target] = /^export\{[^ }]+\}from"\.\/([^"]+)";?\s*$/.exec(codeOf(fileName)) ?? []
    if (target !== undefined) targets.set(basename(fileName), target)
  }
  const names = chunks.map(({ fileName }) => fileName)
  const others = names.filter((name) => !targets.has(basename(name)))
  for (const fileName of others) {
    const direct = codeOf(fileName).replace(
      /(?<=import\(`\.\/(?:[\w-]+\/)?)[\w.-]+(?=`\))/g,
      (name) => targets.get(name) ?? name,
    )
    writeFileSync(`${bundleFolder}/${fileName}`, direct)
  }
  for (const name of names) if (targets.has(basename(name))) rmSync(`${bundleFolder}/${name}`)
  return others
}

function codeOf(fileName: string): string {
  return readFileSync(`${bundleFolder}/${fileName}`, 'utf8')
}

/**
 * Rewrites a file so that Node takes it in as one byte a character: to decode one of several bytes takes
 * four milliseconds of a hook's forty, and twice the memory.
 */
function spellInAscii(file: string): void {
  const code = readFileSync(file, 'utf8')
  // Where such a character is escaped by itself, the escape of ours would mean another.
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code))
    throw new Error(`${file} escapes a character that needs none`)
  const ascii = code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  if (ascii !== code) writeFileSync(file, ascii)
}

/** Chunks that import each other start in an order of their own, and fail at constants not yet made. */
function refuseCircles(
  chunks: readonly { readonly fileName: string; readonly imports?: readonly string[] }[],
) {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports ?? []]))
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`chunks in a circle: ${[...path, name].join(' → ')}`)
    for (const next of imports.get(name) ?? []) visit(next, [...path, name])
  }
  for (const name of imports.keys()) visit(name, [])
}

function packageFolders(): readonly string[] {
  return ['core', 'models', 'store-postgres', 'store-sqlite', 'varve', 'web'].map(
    (name) => `${root}packages/${name}`,
  )
}
