/** A rendered list of bullets under headings, as data: measuring and printing go through one function. */
export interface BulletDocument {
  readonly header: readonly string[]
  readonly sections: readonly BulletSection[]
  /** The last line; absent where nothing is left out. */
  readonly footer?: string
}

export interface BulletSection {
  readonly title: string
  readonly lines: readonly string[]
}

/** The whole file: one line feed after each line, an empty line before each section and the footer. */
export function renderDocument(document: BulletDocument): string {
  let text = document.header.map((line) => `${line}\n`).join('')
  for (const section of document.sections) {
    text += renderHeading(section.title)
    for (const line of section.lines) text += `${line}\n`
  }
  return text + renderFooter(document.footer)
}

export function renderHeading(title: string): string {
  return `\n## ${title}\n`
}

export function renderFooter(footer: string | undefined): string {
  return footer === undefined ? '' : `\n${footer}\n`
}
