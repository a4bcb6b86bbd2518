/** Names of the months in the languages with lists, in lower case; `may` and `march` are also other words. */
const NAMES: readonly string[] = [
  'january januar enero jan',
  'february februar febrero feb',
  'march märz marzo mar',
  'april abril apr',
  'may mai mayo',
  'june juni junio jun',
  'july juli julio jul',
  'august agosto aug',
  'september septiembre sep sept',
  'october oktober octubre oct',
  'november noviembre nov',
  'december dezember diciembre dec',
]

/** The number of a month by its name. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

/** Names that count only with a capital or beside a day and a year. */
export const AMBIGUOUS_MONTHS: ReadonlySet<string> = new Set(
  'may march mar jan jun jul apr aug sep sept oct nov dec feb mayo mai'.split(' '),
)
