import { describe, expect, test } from 'vitest'
import { type Case, resolve, summaryOf } from './case.ts'

interface Vector {
  readonly entries: Case
  readonly heads: string
  /** `id reason by`, by id. */
  readonly hidden: readonly string[]
  readonly issues?: readonly string[]
}

const V6: Case = {
  B: { t: 1, text: 'use npm' },
  A: { t: 2, text: 'use pnpm', supersedes: ['B'] },
  E: { t: 3, text: 'Use npm' },
}

const SUPERSESSION: Readonly<Record<string, Vector>> = {
  V1: {
    entries: {
      B: { t: 1, text: 'Use npm.' },
      C: { t: 2, text: 'use  npm' },
      A: { t: 3, text: 'Use pnpm', supersedes: ['B'] },
    },
    heads: 'A',
    hidden: ['B superseded A', 'C superseded A'],
  },
  V2: {
    entries: { C: { t: 1 }, B: { t: 2, supersedes: ['C'] }, A: { t: 3, supersedes: ['B'] } },
    heads: 'A',
    hidden: ['B superseded A', 'C superseded B'],
  },
  V3: {
    entries: { A: { t: 1, supersedes: ['B'] }, B: { t: 2, supersedes: ['A'] } },
    heads: 'B',
    hidden: ['A superseded B'],
    issues: ['lineage_cycle A B'],
  },
  V4: {
    entries: { B: { t: 1 }, A: { t: 2, supersedes: ['B'] }, D: { t: 3, supersedes: ['B'] } },
    heads: 'D A',
    hidden: ['B superseded D'],
    issues: ['lineage_fork A D'],
  },
  V5: {
    entries: { A: { supersedes: ['missing'] } },
    heads: 'A',
    hidden: [],
    issues: ['dangling_supersedes A'],
  },
  V6: { entries: V6, heads: 'E A', hidden: ['B superseded A'], issues: ['reasserted A E'] },
  V7: {
    entries: {
      B: { t: 1 },
      A: { t: 2, text: 'a', supersedes: ['B'] },
      A2: { t: 3, text: 'a.' },
    },
    heads: 'A2',
    hidden: ['A duplicate A2', 'B superseded A2'],
  },
  V8: {
    entries: { ...V6, A2: { t: 4, text: 'Use pnpm' } },
    heads: 'A2',
    hidden: ['A duplicate A2', 'B superseded A2', 'E superseded A2'],
  },
  V9: {
    entries: {
      B: { t: 1, text: 'use npm' },
      A: { t: 2, supersedes: ['B'] },
      N: { t: 3, text: 'Use npm.', supersedes: ['A'] },
    },
    heads: 'N',
    hidden: ['A superseded N', 'B superseded A'],
  },
  V10: {
    entries: {
      B: { t: 1, text: 'use pnpm', category: 'decisions' },
      A: { t: 2, text: 'Use pnpm.', category: 'conventions', supersedes: ['B'] },
    },
    heads: 'A',
    hidden: ['B superseded A'],
  },
  V11: {
    entries: { B: { t: 5 }, A: { t: 2, supersedes: ['B'] } },
    heads: 'A',
    hidden: ['B superseded A'],
  },
  V12: {
    entries: { B: { t: 1 }, A: { t: 2, supersedes: ['B'], retracted: true } },
    heads: '',
    hidden: ['A retracted -', 'B superseded A'],
  },
  V13: { entries: { A: { supersedes: ['A'] } }, heads: 'A', hidden: [], issues: ['self_lineage A'] },
  V14: {
    entries: {
      B: { text: 'x', confidence: 'low' },
      A: { text: 'x', confidence: 'high' },
      C: { text: 'x', confidence: 'medium' },
    },
    heads: 'A',
    hidden: ['B duplicate A', 'C duplicate A'],
  },
  V15: { entries: { B: { text: 'x' }, A: { text: 'x' } }, heads: 'A', hidden: ['B duplicate A'] },
  V16: {
    entries: { B: { t: 1 }, C: { t: 2 }, A: { t: 3, supersedes: ['B', 'C'] } },
    heads: 'A',
    hidden: ['B superseded A', 'C superseded A'],
  },
  V17: {
    entries: {
      A: { t: 1, supersedes: ['B'] },
      B: { t: 2, supersedes: ['C'] },
      C: { t: 3, supersedes: ['A'] },
      D: { t: 4, supersedes: ['A'] },
    },
    heads: 'D',
    hidden: ['A superseded D', 'B superseded D', 'C superseded D'],
    issues: ['lineage_cycle A B C'],
  },
  V18: {
    entries: {
      A: { t: 1, text: 'Use npm', slot: 'package-manager' },
      B: { t: 2, text: 'Use pnpm', slot: 'package-manager' },
    },
    heads: 'B',
    hidden: ['A contradicted B'],
    issues: ['contradiction A B'],
  },
  V19: {
    entries: {
      B: { t: 1, text: 'use npm' },
      A: { t: 5, supersedes: ['B'] },
      N: { t: 3, text: 'Use npm', supersedes: ['A'] },
    },
    heads: 'N',
    hidden: ['A superseded N', 'B superseded A'],
  },
  V20: {
    entries: {
      B: { t: 1 },
      C: { t: 2, supersedes: ['B'] },
      D: { t: 3, supersedes: ['B'] },
      A: { t: 4, supersedes: ['C', 'D'] },
    },
    heads: 'A',
    hidden: ['B superseded D', 'C superseded A', 'D superseded A'],
  },
  V21: {
    entries: {
      B: { t: 1, category: 'conventions' },
      A: { t: 2, category: 'operations', supersedes: ['B'] },
    },
    heads: 'A',
    hidden: ['B superseded A'],
  },
  V22: {
    entries: { B: { t: 1, text: 'use npm' }, C: { t: 2, text: 'Use npm', retracted: true } },
    heads: 'B',
    hidden: ['C retracted B'],
  },
  V23: {
    entries: { ...V6, E2: { t: 4, text: 'use npm.' } },
    heads: 'E2 A',
    hidden: ['B superseded A', 'E duplicate E2'],
    issues: ['reasserted A E2'],
  },
  V24: {
    entries: {
      B: { t: 1, text: 'use npm' },
      C: { t: 4, text: 'Use npm' },
      A: { t: 3, supersedes: ['C'] },
    },
    heads: 'A',
    hidden: ['B superseded A', 'C superseded A'],
  },
}

const M1: Case = { S1: { t: 1 }, S2: { t: 2 }, F: { t: 4, merges: ['S1', 'S2'] } }
const M6: Case = {
  S1: { t: 1 },
  S2: { t: 2 },
  S3: { t: 3 },
  F1: { t: 4, merges: ['S1', 'S2'] },
  F2: { t: 5, merges: ['F1', 'S3'] },
}

const STAND_INS: Readonly<Record<string, Vector>> = {
  M1: { entries: M1, heads: 'F', hidden: ['S1 merged F', 'S2 merged F'] },
  M2: {
    entries: { ...M1, A: { t: 6, supersedes: ['S1'] } },
    heads: 'A S2',
    hidden: ['F dissolved S2', 'S1 superseded A'],
    issues: ['merge_dissolved F'],
  },
  M3: {
    entries: { ...M1, S1: { t: 1, retracted: true } },
    heads: 'S2',
    hidden: ['F dissolved S2', 'S1 retracted -'],
    issues: ['merge_dissolved F'],
  },
  M4: {
    entries: { ...M1, S1b: { t: 6, text: 'text of S1' } },
    heads: 'F',
    hidden: ['S1 duplicate S1b', 'S1b merged F', 'S2 merged F'],
  },
  M5: {
    entries: {
      S1: { t: 1 },
      S2: { t: 2 },
      S3: { t: 3 },
      F1: { t: 4, merges: ['S1', 'S2'] },
      F2: { t: 5, merges: ['S2', 'S3'] },
    },
    heads: 'F2 F1 S2',
    hidden: ['S1 merged F1', 'S3 merged F2'],
    issues: ['multiple_tops S2'],
  },
  M6: {
    entries: M6,
    heads: 'F2',
    hidden: ['F1 merged F2', 'S1 merged F1', 'S2 merged F1', 'S3 merged F2'],
  },
  M7: {
    entries: { ...M6, A: { t: 6, supersedes: ['S1'] } },
    heads: 'A S3 S2',
    hidden: ['F1 dissolved S2', 'F2 dissolved S3', 'S1 superseded A'],
    issues: ['merge_dissolved F1', 'merge_dissolved F2'],
  },
  M8: {
    entries: {
      S1: { t: 1 },
      S2: { t: 2 },
      D: { t: 4, digests: ['S1', 'S2'] },
      A: { t: 6, supersedes: ['S1'] },
    },
    heads: 'A D',
    hidden: ['S1 superseded A', 'S2 digested D'],
    issues: ['stale_digest D'],
  },
  M9: {
    entries: { ...M1, A: { t: 6, supersedes: ['F'] } },
    heads: 'A',
    hidden: ['F superseded A', 'S1 merged F', 'S2 merged F'],
  },
  M10: {
    entries: { ...M1, F: { t: 4, merges: ['S1', 'S2'], retracted: true } },
    heads: 'S2 S1',
    hidden: ['F retracted -'],
  },
  M11: {
    entries: { S1: { t: 1 }, S2: { t: 2 }, F: { t: 4, merges: ['S1', 'missing'] } },
    heads: 'S2 S1',
    hidden: ['F dissolved S1'],
    issues: ['merge_dissolved F'],
  },
  M12: {
    entries: { ...M1, A: { t: 6, supersedes: ['S1', 'F'] } },
    heads: 'A S2',
    hidden: ['F superseded A', 'S1 superseded A'],
    issues: ['merge_dissolved F'],
  },
}

describe('golden vectors of stage 1', () => {
  test('what was stated wins over clocks: V11 and V19 [LS-34]', () => {
    const named = Object.entries(SUPERSESSION).filter(([name]) => name === 'V11' || name === 'V19')
    expect(named).toHaveLength(2)
    for (const [, vector] of named) expectVector(vector)
  })
  test.each(Object.entries(SUPERSESSION))('supersession vector %s holds [LS-06]', (_name, vector) => {
    expectVector(vector)
  })
  test.each(Object.entries(STAND_INS))('stand-in vector %s holds [LS-30]', (_name, vector) => {
    expectVector(vector)
  })
})

function expectVector({ entries, heads, hidden, issues = [] }: Vector): void {
  expect(summaryOf(resolve(entries))).toEqual({ heads, hidden, issues })
}
