interface Interval {
  readonly start: number
  readonly end: number
  readonly key: string
}

/** Which lines of one file later parts show, built from the newest part back. */
export class LineCoverage {
  #write: string | undefined
  #wholeRead: string | undefined
  /** Apart from each other, in order; a merged interval has the key of its newest part. */
  #intervals: Interval[] = []

  /** A write shows all there is, whatever was there before. */
  addWrite(key: string): void {
    this.#write ??= key
  }

  addRead(key: string, start: number, end: number, isWhole: boolean): void {
    if (isWhole) this.#wholeRead ??= key
    let merged: Interval = { start, end, key }
    const apart: Interval[] = []
    for (const known of this.#intervals) {
      if (known.end < merged.start || known.start > merged.end) apart.push(known)
      else {
        merged = {
          start: Math.min(known.start, merged.start),
          end: Math.max(known.end, merged.end),
          key: known.key,
        }
      }
    }
    this.#intervals = [...apart, merged].sort((a, b) => a.start - b.start)
  }

  /** The key of what shows the lines from `start` up to `end` again. */
  of(start: number, end: number): string | undefined {
    if (this.#write !== undefined) return this.#write
    if (end <= start) return undefined
    return this.#intervals.find((interval) => interval.start <= start && interval.end >= end)?.key
  }

  /** The key of what shows the whole file again. */
  ofWholeFile(): string | undefined {
    return this.#write ?? this.#wholeRead
  }
}
