import { meanFigure, type SessionRuns, type WindowFigures } from '@varve/core/fidelity'

/** A share as a percentage. */
export function percent(value: number): string {
  return (100 * value).toFixed(1)
}

export const COLUMNS: Readonly<Record<string, (figures: WindowFigures) => number>> = {
  tokens: ({ tokens }) => tokens,
  FRR: ({ recall }) => recall,
  UAR: ({ unsupported }) => unsupported,
  'cost+refetch': ({ refetchCost }) => refetchCost,
  cost: ({ cost }) => cost,
  path: ({ recallByClass }) => recallByClass[0] ?? 1,
  ident: ({ recallByClass }) => recallByClass[1] ?? 1,
  num: ({ recallByClass }) => recallByClass[2] ?? 1,
  line: ({ recallByClass }) => recallByClass[3] ?? 1,
  edits: ({ unsupportedEdits }) => unsupportedEdits,
  UIR: ({ userLines }) => userLines,
  STATE: ({ fileState }) => fileState,
  content: ({ fileContent }) => fileContent,
}

/** The figures of a policy, in the order of the columns: percentages, then counts and milliseconds. */
export function figureCells(runs: SessionRuns): readonly string[] {
  const shares = Object.values(COLUMNS).map((figure) => percent(meanFigure(runs, figure)))
  const busts = meanFigure(runs, (figures) => figures.busts)
  const violations = meanFigure(runs, (figures) => figures.violations)
  const milliseconds = meanFigure(runs, (figures) => figures.milliseconds)
  return [...shares, busts.toFixed(0), violations.toFixed(0), milliseconds.toFixed(2)]
}

export const HEAD = [...Object.keys(COLUMNS), 'busts', 'violations', 'ms']
