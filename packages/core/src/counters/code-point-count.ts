const HIGH_SURROGATE = /[\ud800-\udbff]/

/** Length of a text in Unicode code points: the unit of every size in characters. A lone surrogate is one. */
export function codePointCount(text: string): number {
  if (!HIGH_SURROGATE.test(text)) return text.length
  let count = text.length
  for (let index = 0; index + 1 < text.length; index++) {
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) count--
  }
  return count
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
