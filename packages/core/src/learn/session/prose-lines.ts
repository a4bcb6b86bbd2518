const FENCE = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm

/** Lines of prose in what an agent wrote: no code, tables, headings or quotations. */
export function proseLines(text: string): readonly string[] {
  return text
    .replace(FENCE, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:[|#>]|[-*] \[[ x]\])/.test(line))
}
