/** One value of a git configuration file. */
export interface GitConfigValue {
  /** Lowercase. */
  readonly section: string
  readonly subsection: string | undefined
  /** Lowercase. */
  readonly key: string
  readonly value: string
}

const READ_SECTIONS: ReadonlySet<string> = new Set(['core', 'extensions', 'remote'])
const INCLUDES: ReadonlySet<string> = new Set(['include', 'includeif'])

/**
 * Reads the sections of a git configuration file that tell where a repository is. Undefined where the
 * text has what only git itself should read: includes, quoting, continued lines. No regular
 * expressions: compiling them would cost more than the reading.
 */
export function parseGitConfig(text: string): readonly GitConfigValue[] | undefined {
  const values: GitConfigValue[] = []
  let header: Header | undefined
  for (const line of text.split('\n')) {
    const content = line.trim()
    if (content === '' || isComment(content)) continue
    if (content.endsWith('\\')) return undefined
    if (content.startsWith('[')) {
      header = parseHeader(content)
      if (header === undefined || INCLUDES.has(header.section)) return undefined
    } else if (header !== undefined && READ_SECTIONS.has(header.section)) {
      if (isQuoted(content)) return undefined
      values.push({ ...header, ...parseAssignment(content) })
    }
  }
  return values
}

type Header = Pick<GitConfigValue, 'section' | 'subsection'>

/** `[section]` or `[section "subsection"]` alone on its line. */
function parseHeader(content: string): Header | undefined {
  const inner = content.slice(1, -1)
  const quote = inner.indexOf('"')
  const section = (quote < 0 ? inner : inner.slice(0, quote)).trim().toLowerCase()
  if (!content.endsWith(']') || section === '' || section.includes('.') || section.includes(']'))
    return undefined
  if (quote < 0) return { section, subsection: undefined }
  const subsection = inner.slice(quote + 1, -1)
  return inner.endsWith('"') && inner.length > quote + 1 && !isQuoted(subsection)
    ? { section, subsection }
    : undefined
}

/** `key = value # comment`; a key alone means true. */
function parseAssignment(content: string): Pick<GitConfigValue, 'key' | 'value'> {
  const equals = content.indexOf('=')
  if (equals < 0) return { key: withoutComment(content).toLowerCase(), value: 'true' }
  return {
    key: content.slice(0, equals).trim().toLowerCase(),
    value: withoutComment(content.slice(equals + 1)),
  }
}

function isComment(content: string): boolean {
  return content.startsWith('#') || content.startsWith(';')
}

function isQuoted(content: string): boolean {
  return content.includes('"') || content.includes('\\')
}

function withoutComment(text: string): string {
  const ends = [text.indexOf('#'), text.indexOf(';')].filter((at) => at >= 0)
  return text.slice(0, Math.min(text.length, ...ends)).trim()
}
