import { sha256Start } from '../domain/sha256.ts'

/** A sum of digests of lines, 64 bits in two numbers: the order of the lines doesn't matter to it. */
export type InputSum = readonly [number, number]

export const EMPTY_SUM: InputSum = [0, 0]

/** The first 64 bits of the line's SHA-256: as many as the hash of all of them has. */
export function digestLine(line: string): InputSum {
  return sha256Start(line)
}

export function addSums(a: InputSum, b: InputSum): InputSum {
  return [(a[0] + b[0]) >>> 0, (a[1] + b[1]) >>> 0]
}

export function subtractSums(a: InputSum, b: InputSum): InputSum {
  return [(a[0] - b[0]) >>> 0, (a[1] - b[1]) >>> 0]
}

export function sumLines(lines: Iterable<string>): InputSum {
  let sum = EMPTY_SUM
  for (const line of lines) sum = addSums(sum, digestLine(line))
  return sum
}
