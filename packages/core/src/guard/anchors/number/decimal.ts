const DECIMAL = /^-?\d{1,400}(?:\.\d{1,400})?$/

/**
 * An exact decimal times a whole factor, without zeros at the end of its fraction. What is no
 * decimal, or too long for one that anyone means, stays as it is.
 */
export function scaleDecimal(decimal: string, factor: bigint): string {
  if (!DECIMAL.test(decimal)) return decimal
  const isNegative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = (BigInt(`${whole}${fraction}`) * factor).toString().padStart(fraction.length + 1, '0')
  const point = digits.length - fraction.length
  const rest = digits.slice(point).replace(/0+$/, '')
  const value = rest === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${rest}`
  return isNegative ? `-${value}` : value
}
