import { type Interval, meanFigure, type SessionRuns, type WindowFigures } from '@varve/core/fidelity'
import { renderTable } from '../measure.ts'

/** A share as a percentage. */
export function percent(value: number): string {
  return (100 * value).toFixed(1)
}

type Figure = (figures: WindowFigures) => number

const COLUMNS: Readonly<Record<string, Figure>> = {
  tokens: ({ tokens }) => tokens,
  FRR: ({ recall }) => recall,
  UAR: ({ unsupported }) => unsupported,
  'cost + refetch': ({ refetchCost }) => refetchCost,
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

/** What the gates are about: a policy must not lose in any of them. */
export const GATED: Readonly<Record<string, Figure>> = {
  tokens: ({ tokens }) => tokens,
  FRR: ({ recall }) => recall,
  UAR: ({ unsupported }) => unsupported,
  'cost + refetch': ({ refetchCost }) => refetchCost,
  UIR: ({ userLines }) => userLines,
}

/** The figures of policies: percentages, then counts and milliseconds. */
export function figureTable(rows: readonly (readonly [name: string, runs: SessionRuns])[]): string {
  const head = ['', ...Object.keys(COLUMNS), 'busts', 'new violations', 'ms', 'own lines lost']
  return renderTable(
    head,
    rows.map(([name, runs]) => [name, ...figureCells(runs)]),
  )
}

export function figureCells(runs: SessionRuns): readonly string[] {
  const shares = Object.values(COLUMNS).map((figure) => percent(meanFigure(runs, figure)))
  const busts = meanFigure(runs, (figures) => figures.busts)
  const violations = meanFigure(runs, (figures) => figures.violations)
  const milliseconds = meanFigure(runs, (figures) => figures.milliseconds)
  const lost = meanFigure(runs, (figures) => figures.ownLinesLost)
  return [...shares, busts.toFixed(0), violations.toFixed(0), milliseconds.toFixed(2), lost.toFixed(0)]
}

export const HEAD = [...Object.keys(COLUMNS), 'busts', 'violations', 'ms']

/** The few figures that tell most. */
export function shortCells(runs: SessionRuns): readonly string[] {
  const figures = Object.values(GATED).map((figure) => percent(meanFigure(runs, figure)))
  const edits = percent(meanFigure(runs, ({ unsupportedEdits }) => unsupportedEdits))
  return [...figures.slice(0, 4), edits, percent(meanFigure(runs, ({ fileContent }) => fileContent))]
}

export const SHORT_HEAD = ['tokens', 'FRR', 'UAR', 'cost + refetch', 'edits', 'content']

export function signed({ mean, low, high }: Interval): string {
  const sign = (value: number) => (value < 0 ? '−' : '+') + percent(Math.abs(value))
  return `${sign(mean)} (${sign(low)} … ${sign(high)})`
}
