/** Where the closing quote of the JSON string is whose opening quote is at `start`; undefined where it has none. */
export function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) index++
    else if (code === QUOTE) return index
  }
  return undefined
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
