import type { EntryCheck } from './entry-check.ts'

const LARGEST_CUSTOM_BYTES = 10 * 1024
const MOST_WORDS = 1500
const MOST_PARAGRAPHS = 50

/** Notes that should be several, and metadata that should be a note. */
export const checkSize: EntryCheck = ({ id, title, content, custom }) => {
  const bytes = custom === undefined ? 0 : Buffer.byteLength(JSON.stringify(custom))
  const words = title === undefined ? 0 : (content.match(/\S+/g)?.length ?? 0)
  const paragraphs =
    title === undefined ? 0 : content.split(/\n[ \t]*\n/).filter((each) => each.trim() !== '').length
  return [
    ...(bytes > LARGEST_CUSTOM_BYTES
      ? [
          {
            code: 'large_custom_metadata',
            severity: 'warning' as const,
            subjects: [id],
            message: `${id} has ${bytes} bytes of custom metadata; ${LARGEST_CUSTOM_BYTES} are a lot`,
            fix: [`varve show ${id} --raw`],
          },
        ]
      : []),
    ...(words > MOST_WORDS || paragraphs > MOST_PARAGRAPHS
      ? [
          {
            code: 'note_complexity',
            severity: 'info' as const,
            subjects: [id],
            message: `${id} has ${words} words in ${paragraphs} paragraphs: it may be several notes`,
            fix: [`varve show ${id} --raw`],
          },
        ]
      : []),
  ]
}
