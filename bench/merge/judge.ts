import type { PairSet } from './labelled-pair.ts'

/** What a system does with two texts: merge them by itself, propose it to someone, and how alike it finds them. */
export interface MergeVerdict {
  readonly auto: boolean
  readonly propose: boolean
  readonly score: number
}

/** A system under measure. */
export interface Judge {
  readonly name: string
  verdict(a: string, b: string): MergeVerdict
}

/** Makes a judge ready for a set: some learn word weights from its texts, some embed them. */
export type MakeJudges = (set: PairSet) => Promise<readonly Judge[]>
