// Anchored to the head of the file: an entry can't bring a second header line, and none is searched for.
const HEADER = /^<!-- Auto-generated[^\n]*-->\n<!-- varve index v1 inputs=([0-9a-f]{16}) /

/** The `inputs` an index file was made from; undefined where it has no such header, so is stale. */
export function findIndexInputs(file: string): string | undefined {
  return HEADER.exec(file)?.[1]
}
