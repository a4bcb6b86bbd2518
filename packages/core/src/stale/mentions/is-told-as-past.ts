/** Words of a line that itself says that something is gone, by language. */
const PAST_WORDS: ReadonlySet<string> = new Set(
  `removed deleted dropped renamed moved migrated replaced superseded deprecated obsolete formerly previously gone
  entfernt gelöscht umbenannt verschoben ersetzt früher
  eliminado eliminada borrado borrada renombrado renombrada reemplazado reemplazada`.split(/\s+/),
)
const PAST_PHRASES = [' used to ', ' no longer ', ' nicht mehr ', ' ya no '] as const
/** Of languages without spaces. */
const PAST_SIGNS = ['削除', '廃止', '移動', '旧', '删除', '移除', '废弃', '重命名', '不再'] as const

/** Code, targets of links, and words that are written like a file’s name: they may be called `old` and be there. */
const NAMES = /`[^`]*`|\]\([^)]*\)|[^\s()[\]]*[./][^\s()[\]]+/gu

/** True of a line that tells how things were: what it names need not be there. */
export function isToldAsPast(line: string): boolean {
  const prose = line.replace(NAMES, ' ').toLowerCase()
  const words = prose.match(/\p{L}+/gu) ?? []
  const spaced = ` ${words.join(' ')} `
  return (
    words.some((word) => PAST_WORDS.has(word)) ||
    PAST_PHRASES.some((phrase) => spaced.includes(phrase)) ||
    PAST_SIGNS.some((sign) => prose.includes(sign))
  )
}
