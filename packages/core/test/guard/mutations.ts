/** The text with one character replaced, or deleted where nothing takes its place. */
export function replaceAt(text: string, index: number, replacement: string): string {
  return text.slice(0, index) + replacement + text.slice(index + 1)
}

/** Each text that one other digit makes of a text. */
export function withOtherDigit(text: string): readonly string[] {
  return replaceDigits(text, (digit) => [`${(Number(digit) + 1) % 10}`])
}

/** Each text in which one digit is lost or stands twice. */
export function withLostOrDoubleDigit(text: string): readonly string[] {
  return replaceDigits(text, (digit) => ['', digit + digit])
}

function replaceDigits(text: string, others: (digit: string) => readonly string[]): readonly string[] {
  return [...text.matchAll(/\d/g)].flatMap(({ index, 0: digit }) =>
    others(digit).map((other) => replaceAt(text, index, other)),
  )
}
