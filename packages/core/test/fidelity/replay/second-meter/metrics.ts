import type { WindowFigures } from '../../../../src/fidelity/replay/window-sums.ts'
import type { AtomClass } from './atoms.ts'
import type { SecondSums } from './meter.ts'

const CLASSES: readonly AtomClass[] = ['path', 'ident', 'num', 'line']

/** Every metric of §19.3 by the name it has there: percentages, but for counts. */
export type Metrics = Readonly<Record<string, number>>

/** Of several segments: ratios of sums. */
export function metricsOf(segments: readonly SecondSums[]): Metrics {
  const total = (count: (sums: SecondSums) => number) => segments.reduce((sum, each) => sum + count(each), 0)
  const all = (of: 'needed' | 'kept') =>
    total((sums) => CLASSES.reduce((sum, kind) => sum + sums[of][kind], 0))
  const cost = total(({ rawCost }) => rawCost)
  const acts = total((sums) => sums.acts)
  const edits = total((sums) => sums.edits)
  return {
    tok: percent(
      total(({ tokens }) => tokens),
      total(({ rawTokens }) => rawTokens),
    ),
    peak: Math.max(...segments.map(({ peak }) => peak)),
    cost: percent(
      total((sums) => sums.cost),
      cost,
    ),
    'cost incl. refetch': percent(
      total(({ refetchCost }) => refetchCost),
      cost,
    ),
    busts: total(({ busts }) => busts),
    FRR: percent(all('kept'), all('needed')),
    ...Object.fromEntries(
      CLASSES.map((kind) => [
        kind,
        percent(
          total(({ kept }) => kept[kind]),
          total(({ needed }) => needed[kind]),
        ),
      ]),
    ),
    UIR: percent(
      total(({ userLinesKept }) => userLinesKept),
      total((sums) => sums.userLines),
    ),
    UAR:
      acts === 0
        ? 0
        : percent(
            total(({ unsupported }) => unsupported),
            acts,
          ),
    edits:
      edits === 0
        ? 0
        : percent(
            total(({ unsupportedEdits }) => unsupportedEdits),
            edits,
          ),
    STATE: percent(
      total(({ filesShown }) => filesShown),
      total(({ files }) => files),
    ),
    'STATE-content': percent(
      total(({ contentsShown }) => contentsShown),
      total(({ contents }) => contents),
    ),
    'new violations': total(({ violations }) => violations),
  }
}

/** The same names for what the product prints. */
export function metricsOfProduct(figures: WindowFigures): Metrics {
  return {
    tok: 100 * figures.tokens,
    peak: figures.peak,
    cost: 100 * figures.cost,
    'cost incl. refetch': 100 * figures.refetchCost,
    busts: figures.busts,
    FRR: 100 * figures.recall,
    ...Object.fromEntries(CLASSES.map((kind, place) => [kind, 100 * (figures.recallByClass[place] ?? 0)])),
    UIR: 100 * figures.userLines,
    UAR: 100 * figures.unsupported,
    edits: 100 * figures.unsupportedEdits,
    STATE: 100 * figures.fileState,
    'STATE-content': 100 * figures.fileContent,
    'new violations': figures.violations,
  }
}

/** Of nothing all is there. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole
}

/** The reference allows a tenth of a point; what is counted alike is apart by the rounding of sums alone. */
const ROUNDING = 1e-6

/** The metrics in which two versions are apart. */
export function disagreements(ours: Metrics, product: Metrics): readonly string[] {
  return Object.entries(ours).flatMap(([name, value]) => {
    const other = product[name] ?? Number.NaN
    return Math.abs(value - other) <= ROUNDING
      ? []
      : [`${name}: ${value.toFixed(6)} here, ${other.toFixed(6)} there`]
  })
}
