const SURROGATE = /[\ud800-\udfff]/
// Control characters count as white space: U+0085 and U+001C–1E end a line for some readers.
const WHITESPACE_RUN = /[\s\0-\x1f\x7f-\x9f]+/g
// What most texts have none of: a store's worth of lines is rendered at each rebuild.
const PERHAPS_UNFIT = /[^ -~]| {2}|^ | $|<!--|-->/
const HEADING_MARK = /^#{1,6}(?= |$)/

/** The content of an entry on one line: white space runs become a space, comment marks are escaped. */
export function singleLine(text: string): string {
  if (!PERHAPS_UNFIT.test(text)) return text
  return escapeComments(wellFormed(text).replace(WHITESPACE_RUN, ' ').trim())
}

/** `singleLine`, safe at the start of a list item: a leading heading mark stays text. */
export function bulletText(content: string): string {
  return singleLine(content).replace(HEADING_MARK, '\\$&')
}

/** Neither opens nor closes an HTML comment. */
export function escapeComments(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;')
}

/** The text with each lone surrogate replaced by U+FFFD, so that it has a UTF-8 form. */
export function wellFormed(text: string): string {
  return SURROGATE.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text
}
