import { isToldAsPast } from './is-told-as-past.ts'

/** The lines of a text that tell how things are. */
export function presentLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !isToldAsPast(line))
}
