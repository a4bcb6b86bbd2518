/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) bytes++
    // The halves of a pair are four bytes together, two each.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes++
  }
  return bytes
}
