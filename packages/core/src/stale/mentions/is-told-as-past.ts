/** Words of a text that itself says that something is gone. */
const PAST =
  /\b(?:removed|deleted|dropped|renamed|moved|migrated|replaced|superseded|deprecated|obsolete|formerly|previously|gone|entfernt|gelöscht|umbenannt|verschoben|ersetzt|früher|eliminad[oa]|borrad[oa]|renombrad[oa]|reemplazad[oa])\b|\b(?:used to|no longer|nicht mehr|ya no)\b|削除|廃止|移動|旧|删除|移除|废弃|重命名|不再/iu

/** Code, targets of links, and words that are written like a file’s name: they may be called `old` and be there. */
const NAMES = /`[^`]*`|\]\([^)]*\)|[^\s()[\]]*[./][^\s()[\]]+/gu

/** True of a line that tells how things were: what it names need not be there. */
export function isToldAsPast(line: string): boolean {
  return PAST.test(line.replace(NAMES, ' '))
}
