import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { byText, VarveError } from '@varve/core'
import {
  type ReadOptions,
  readTranscript,
  TRANSCRIPT_FORMATS,
  type Transcript,
  type TranscriptFile,
  TranscriptStream,
} from '@varve/core/fidelity'
import { isDatabase } from '../../files/is-database.ts'
import { readFailure } from '../../files/system-error.ts'
import type { OperationContext } from '../context.ts'
import { keepYoungHeap } from '../heap/young-heap.ts'
import { readOpencode } from './read-opencode.ts'

const STANDARD_INPUT = '-'
const CHUNK_BYTES = 2 ** 20
const EXAMPLE = 'varve fit ~/.claude/projects/my-project/session.jsonl'

/** The sessions in a file, or on standard input; of a database no more than `most`. Throws where none can be read. */
export async function readTranscripts(
  context: OperationContext,
  file: string,
  options: ReadOptions,
  most?: number,
): Promise<TranscriptFile> {
  const names = TRANSCRIPT_FORMATS.map(({ name }) => name)
  if (options.from !== undefined && !names.includes(options.from)) {
    throw new VarveError(
      'unknown_format',
      `unknown transcript format: ${options.from} (known: ${names.join(', ')})`,
      {
        fix: [`${EXAMPLE} --from claude-code`],
      },
    )
  }
  const read = await readAny(context, file, options, most)
  if (read.transcripts.length > 0) return read
  const reason =
    read.format === undefined ? `no known format (known: ${names.join(', ')})` : 'no session in it'
  throw new VarveError('unreadable', `${file}: ${reason}`, {
    subjects: [file],
    fix: [`${EXAMPLE} --from claude-code`],
  })
}

/** The session that was asked for: by default the first main one. */
export async function readOne(
  context: OperationContext,
  file: string,
  options: ReadOptions,
): Promise<Transcript> {
  const { transcripts } = await readTranscripts(context, file, options, 1)
  const found = transcripts.find(({ segments }) => segments.some(({ window }) => window.messages.length > 0))
  if (found !== undefined) return found
  throw new VarveError('unreadable', `${file}: a session without messages`, {
    subjects: [file],
    fix: [EXAMPLE],
  })
}

async function readAny(
  context: OperationContext,
  file: string,
  options: ReadOptions,
  most: number | undefined,
): Promise<TranscriptFile> {
  if (file === STANDARD_INPUT) return readTranscript(await context.readInput(), options)
  const path = resolve(context.cwd, file)
  if (!existsSync(path)) {
    throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file], fix: [EXAMPLE] })
  }
  try {
    if (statSync(path).isDirectory()) return readEvents(path, options)
    if (isDatabase(path)) return readOpencode(context, path, options, most)
    if (path.endsWith('.gz')) return readTranscript(unzipped(path), options)
    return readStream(context, path, options)
  } catch (error) {
    if (VarveError.isInstance(error)) throw error
    throw readFailure(error, path)
  }
}

function unzipped(path: string): string {
  return process.getBuiltinModule('node:zlib').gunzipSync(readFileSync(path)).toString('utf8')
}

/** A conversation of OpenHands is a folder with a file for each event. */
function readEvents(folder: string, options: ReadOptions): TranscriptFile {
  const events = join(folder, 'events')
  if (!existsSync(events)) {
    throw new VarveError('unreadable', `a folder without events: ${folder}`, {
      subjects: [folder],
      fix: [EXAMPLE],
    })
  }
  const names = readdirSync(events)
    .filter((name) => name.endsWith('.json'))
    .sort(byText)
  const lines = names.map((name) => JSON.stringify(JSON.parse(readFileSync(join(events, name), 'utf8'))))
  return readTranscript(lines.join('\n'), options)
}

/** Piece by piece: a session may be larger than what a string can hold. */
function readStream(context: OperationContext, path: string, options: ReadOptions): TranscriptFile {
  const { size } = statSync(path)
  const isLarge = size > 16 * CHUNK_BYTES
  if (isLarge) keepYoungHeap()
  const stream = new TranscriptStream(options)
  const decoder = new (process.getBuiltinModule('node:string_decoder').StringDecoder)('utf8')
  const buffer = Buffer.alloc(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let done = 0, length = -1; length !== 0; done += length) {
      length = readSync(file, buffer)
      stream.push(decoder.write(buffer.subarray(0, length)))
      if (isLarge) context.progress('reading', done, size)
    }
    stream.push(decoder.end())
  } finally {
    closeSync(file)
  }
  return stream.end()
}
