import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type EntryId, recordHeader, sha256, VarveError } from '@varve/core'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { compact } from './compact.ts'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import { edit } from './edit.ts'
import { rest } from './field.ts'
import { importFiles } from './import.ts'
import { type MemoryMeasure, measureMemory } from './measure-memory.ts'
import { defineOperation, type Operation, type OperationResult } from './operation.ts'
import { parseInput } from './parse-input.ts'
import { redo } from './redo.ts'
import { shortIdIn } from './short-id.ts'
import { show } from './show.ts'
import { undo } from './undo.ts'

/** What a project is likely to know already. */
const USUAL_PLACES = [
  'AGENTS.md',
  'CLAUDE.md',
  '.cursorrules',
  'memory-bank',
  'docs/adr',
  'docs/decisions',
  'examples',
]

/** `varve demo`: the whole way, on real files, in a home that is thrown away. */
export const demo = defineOperation({
  name: 'demo',
  summary: 'Show what Varve does with your files, touching nothing',
  effect: 'reads',
  standsAlone: true,
  fields: { paths: rest('Files or folders; what the project has, where none is named', 'path') },
  examples: ['varve demo', 'varve demo CLAUDE.md docs/adr'],
  async run({ paths }, context) {
    const places = findPlaces(context, paths)
    const { context: sandbox, folder } = context.throwAway()
    const script = new Script(sandbox)
    await script.run(importFiles, 'import', { paths: places }, places.join(' '))
    const imported = measureMemory(sandbox)
    await script.run(compact, 'compact', {})
    const compacted = measureMemory(sandbox)
    script.say(renderMeasures(imported, compacted))
    const isSame = await takeBack(script, sandbox)
    const refused = await proposeInvention(script, sandbox)
    const files = sandbox.place.cacheDir
    script.say(`The rendered files: ${files}\nThe throw-away memory: ${folder} (nothing else was touched)`)
    return {
      json: { imported, compacted, same_bytes_after_undo: isSame, invention_refused: refused },
      human: script.text(),
      records: `${recordHeader('demo', { entries: compacted.entries, visible: compacted.visible, index_tokens: compacted.indexTokens, same_bytes_after_undo: isSame })}\n`,
    }
  },
})

function findPlaces({ cwd }: OperationContext, paths: readonly string[]): readonly string[] {
  const places = (
    paths.length > 0 ? paths : USUAL_PLACES.filter((place) => existsSync(join(cwd, place)))
  ).map((path) => resolve(cwd, path))
  const missing = places.find((place) => !existsSync(place))
  if (missing !== undefined) {
    const name = basename(missing)
    throw new VarveError('not_found', `no such file or folder: ${name}`, {
      subjects: [name],
      fix: ['varve demo'],
    })
  }
  if (places.length > 0) return places
  throw new VarveError(
    'not_found',
    'nothing to show here: no AGENTS.md, CLAUDE.md, memory-bank, docs/adr …',
    { fix: ['varve demo <path>'] },
  )
}

/** Runs operations as a person would type them, and keeps what they say. */
class Script {
  readonly #context: OperationContext
  readonly #lines: string[] = []

  constructor(context: OperationContext) {
    this.#context = context
  }

  async run<F extends Operation['fields']>(
    operation: Operation<F>,
    words: string,
    raw: Readonly<Record<string, unknown>>,
    shown = '',
  ): Promise<OperationResult> {
    const result = await operation.run(parseInput(operation, raw), this.#context)
    this.#lines.push(`$ varve ${words}${shown ? ` ${shown}` : ''}`, result.human)
    return result
  }

  say(text: string): void {
    this.#lines.push(text.trimEnd(), '')
  }

  text(): string {
    return this.#lines.join('\n')
  }
}

/** Retracts an entry, takes that back, and says whether the memory is the same to the byte. */
async function takeBack(script: Script, context: OperationContext): Promise<boolean> {
  const id = chooseEntry(context)
  if (id === undefined) return true
  const short = shortIdIn(context.reading(), id)
  const before = fingerprint(context)
  await script.run(edit, `edit ${short} --retract --reason demo`, { id, retract: true, reason: 'demo' })
  await script.run(undo, 'undo', {})
  const isSame = fingerprint(context) === before
  await script.run(redo, 'redo', {})
  await script.run(undo, 'undo', {})
  await script.run(show, `show ${short} --raw --history`, { id, raw: true, history: true })
  script.say(`After undo the memory is ${isSame ? 'the same, byte for byte' : 'NOT the same'}.`)
  return isSame && fingerprint(context) === before
}

const INVENTED = 'at most 417 times a day'

/** What the guard makes of a proposal that adds a fact: a script speaks for the model, and none is called. */
async function proposeInvention(script: Script, context: OperationContext): Promise<boolean> {
  const { proposeTo } = await import('./propose/propose-to.ts')
  const proposal = proposeTo(context, (texts) => `${texts.join('; ')}, ${INVENTED}`)
  if (proposal === undefined) return true
  const { sources, text, verdict, detail } = proposal
  script.say(
    [
      'Were a model to propose this (a script does; no model is called):',
      ...sources.map(({ entry }) => `  - ${clipLine(entry.content, SHOWN_TEXT)}`),
      `  + … ${clipLine(text.slice(-INVENTED.length - 40), SHOWN_TEXT)}`,
      `Guard: ${clipLine(detail, 2 * SHOWN_TEXT)}`,
      verdict === 'reject' ? 'Refused: nothing was changed.' : 'NOT refused.',
    ].join('\n'),
  )
  return verdict === 'reject'
}

const SHOWN_TEXT = 100

/** An entry with a story: one that stands over others, else the first. */
function chooseEntry(context: OperationContext): EntryId | undefined {
  const reader = context.reading()
  const [edge] = reader.lineage({})
  if (edge && reader.entry(edge.top)) return edge.top
  for (const entry of viewFor(context, reader).entries({ visibility: 'heads', limit: 1 })) return entry.id
  return undefined
}

/** A hash over all that is shown or hidden, and why. */
function fingerprint(context: OperationContext): string {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const entries = [...view.entries({ visibility: 'all' })].map(({ versions: _, ...entry }) => [
    entry,
    view.viewOf(entry.id),
  ])
  return sha256(JSON.stringify([entries, reader.lineage({}), reader.links({})]))
}

const SMALL =
  'So few texts are shorter than an index of them; the index keeps to its budget however many they become.'

function renderMeasures(before: MemoryMeasure, after: MemoryMeasure): string {
  const rows: readonly (readonly [string, number, number])[] = [
    ['entries', before.entries, after.entries],
    ['visible', before.entries, after.visible],
    ['tokens of all texts', before.tokens, after.visibleTokens],
    ['tokens at session start', before.tokens, after.indexTokens],
  ]
  const lines = rows.map(
    ([name, a, b]) => `${name.padEnd(26)}${String(a).padStart(10)}${String(b).padStart(10)}`,
  )
  return [
    `${''.padEnd(26)}${'before'.padStart(10)}${'after'.padStart(10)}`,
    ...lines,
    '',
    ...(after.indexTokens > before.tokens ? [SMALL, ''] : []),
    `${counted(after.duplicates, 'duplicate')}, ${after.superseded} superseded, ${counted(after.issues, 'issue')}; every one of the ${after.entries} entries can still be read.`,
  ].join('\n')
}
