import type { EntryId, Moment, Rendering } from '@varve/core'
import type { FileStamp } from '../../files/disposable-file.ts'

/** What the last run rendered, so that the next one renders what changed since. */
export interface KeptRendering {
  /** Everything beside the store that the rendering depended on. Of another basis, it is of no use. */
  readonly basis: string
  readonly moment: Moment
  /** Entries that stood otherwise than the store says, for the branch that it was rendered on. */
  readonly overlaid: readonly EntryId[]
  readonly inputs: string
  readonly rendering: Rendering
  readonly files: readonly KeptFile[]
}

export interface KeptFile {
  readonly category: string
  /** Bytes above the first bullet. */
  readonly header: number
  readonly stamp: FileStamp
}

/** Of the columns of a rendering and what is kept beside it: rises when either changes. */
export const KEPT_LAYOUT = 3

//  length of head (8 bytes) │ head: JSON │ column │ column │ …
//  each part begins at a multiple of eight, so that a column can be read where it lies
const ALIGNMENT = 8

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array
const COLUMNS = {
  idBytes: Uint8Array,
  idEnds: Uint32Array,
  order: Uint32Array,
  digests: Uint32Array,
  hidden: Uint8Array,
  category: Uint16Array,
  marks: Uint8Array,
  at: Float64Array,
  bullets: Uint32Array,
  bulletSizes: Uint32Array,
  candidates: Uint32Array,
  candidateCosts: Uint32Array,
} satisfies Partial<
  Record<keyof Rendering, new (buffer: ArrayBuffer, offset: number, length?: number) => Column>
>
type ColumnName = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as readonly ColumnName[]

type Head = Omit<KeptRendering, 'rendering'> &
  Omit<Rendering, ColumnName> & { readonly lengths: readonly number[] }

/** The bytes of a kept rendering, in chunks that share the memory of its columns. */
export function encodeRendering({ rendering, ...kept }: KeptRendering): readonly Uint8Array[] {
  const { categories, demands, sum, live, hiddenFor } = rendering
  const lengths = NAMES.map((name) => rendering[name].length)
  const head: Head = { ...kept, categories, demands, sum, live, hiddenFor, lengths }
  const headBytes = Buffer.from(JSON.stringify(head))
  const size = Buffer.alloc(ALIGNMENT)
  size.writeUInt32LE(headBytes.length)
  return [size, ...padded(headBytes), ...NAMES.flatMap((name) => padded(bytesOf(rendering[name])))]
}

/** Throws where the bytes are no such file; whoever reads them proves them first. */
export function decodeRendering(bytes: Buffer<ArrayBuffer>): KeptRendering {
  const headLength = bytes.readUInt32LE(0)
  const headEnd = ALIGNMENT + headLength
  // Written by `encodeRendering` alone.
  const head = JSON.parse(bytes.toString('utf8', ALIGNMENT, headEnd)) as Head
  const { lengths, categories, demands, sum, live, hiddenFor, ...kept } = head
  let offset = aligned(headEnd)
  const columns = Object.fromEntries(
    NAMES.map((name, place) => {
      const column = new COLUMNS[name](bytes.buffer, bytes.byteOffset + offset, lengths[place])
      offset = aligned(offset + column.byteLength)
      return [name, column]
    }),
  ) as unknown as Pick<Rendering, ColumnName>
  return { ...kept, rendering: { ...columns, categories, demands, sum, live, hiddenFor } }
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
}

function padded(bytes: Uint8Array): readonly Uint8Array[] {
  return [bytes, new Uint8Array(aligned(bytes.length) - bytes.length)]
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}
