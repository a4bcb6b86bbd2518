/** A unit: the class that its numbers are compared in, and how many of the class it makes. */
export interface Unit {
  readonly class: string
  readonly scale?: bigint
}

const NANOSECOND = 1n
const MICROSECOND = 1000n * NANOSECOND
const MILLISECOND = 1000n * MICROSECOND
const SECOND = 1000n * MILLISECOND
const MINUTE = 60n * SECOND
const HOUR = 60n * MINUTE

/** Units of time that convert into each other. */
const TIME: readonly (readonly [bigint, string])[] = [
  [NANOSECOND, 'ns nanosecond nanoseconds'],
  [MICROSECOND, 'µs μs us microsecond microseconds'],
  [
    MILLISECOND,
    'ms millisecond milliseconds msec Millisekunde Millisekunden milisegundo milisegundos 毫秒 ミリ秒',
  ],
  [SECOND, 's sec secs second seconds Sekunde Sekunden segundo segundos 秒 秒钟 秒間'],
  [MINUTE, 'min mins minute minutes Minute Minuten minuto minutos 分钟 分鐘 分間'],
  [HOUR, 'h hr hrs hour hours Stunde Stunden hora horas 小时 小時 時間'],
]

/** Units that are only ever equal to themselves: a day is not 24 hours, and a KB is no KiB. */
const APART: Readonly<Record<string, string>> = {
  day: 'd day days Tag Tage Tagen día días 天 日間',
  week: 'week weeks wk wks Woche Wochen semana semanas 周 週 週間',
  month: 'month months Monat Monate Monaten mes meses 个月 か月 ヶ月 個月',
  year: 'year years yr yrs Jahr Jahre Jahren año años 年間',
  B: 'B byte bytes Byte Bytes 字节 バイト',
  KB: 'KB kB kilobyte kilobytes',
  KiB: 'KiB',
  MB: 'MB megabyte megabytes',
  MiB: 'MiB',
  GB: 'GB gigabyte gigabytes',
  GiB: 'GiB',
  TB: 'TB terabyte terabytes',
  TiB: 'TiB',
  Kbit: 'Kb kbit',
  Mbit: 'Mb Mbit',
  Gbit: 'Gb Gbit',
  'Mbit/s': 'Mbps Mbit/s',
  'MB/s': 'MB/s',
  '%': '% percent pct Prozent 百分比 パーセント',
  pp: 'pp',
  px: 'px',
  em: 'em',
  rem: 'rem',
  rps: 'rps req/s',
  rpm: 'rpm',
  qps: 'qps',
  fps: 'fps',
  Hz: 'Hz',
  kHz: 'kHz',
  MHz: 'MHz',
  GHz: 'GHz',
  x: 'x ×',
  '°C': '°C',
  token: 'token tokens Token トークン',
  USD: 'USD $ dollar dollars',
  EUR: 'EUR € euro euros Euro',
  GBP: 'GBP £',
  CNY: '元',
  JPY: '円',
}

/** Every unit by each of its names. */
export const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...TIME.flatMap(([scale, names]) =>
    names.split(' ').map((name) => [name, { class: 'ns', scale }] as const),
  ),
  ...Object.entries(APART).flatMap(([unit, names]) =>
    names.split(' ').map((name) => [name, { class: unit }] as const),
  ),
])

/** Only Japanese counts minutes with it; in Chinese it is a mark or a cent. */
export const JAPANESE_MINUTE: readonly [string, Unit] = ['分', { class: 'ns', scale: MINUTE }]

export const LONGEST_CJK_UNIT = 5
export const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
])
