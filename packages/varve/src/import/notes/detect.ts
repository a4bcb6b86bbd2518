import type { ImportSource } from '../import-format.ts'

const NOTE = /\.(?:md|markdown|mdx|txt)$/i

// Asked last among the Markdown formats: what no other knows is a note.
export function detect(source: ImportSource): readonly string[] {
  return source.files.map((file) => file.path).filter((path) => NOTE.test(path))
}
