import type { ImportSource } from '../import-format.ts'

// Asked last: JSON Lines that no other format knows.
export function detect(source: ImportSource): readonly string[] {
  return source.files.map((file) => file.path).filter((path) => /\.(?:jsonl|ndjson)$/i.test(path))
}
