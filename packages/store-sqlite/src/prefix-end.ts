/** A text after every id that begins with `prefix`: ids are ASCII, so any character beyond will do. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`
}
