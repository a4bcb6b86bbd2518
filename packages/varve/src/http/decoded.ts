/** A part of an address as it was meant; as it stands where it can't be read so. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
