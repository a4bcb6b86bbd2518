/** A link in a text that leads to something known. */
export interface FoundLink {
  /** What stands for it in the text. */
  readonly label: string
  /** What `find` gave for its target. */
  readonly ref: string
  readonly style: 'wiki' | 'markdown'
}

const LINK =
  /(`+)[^`]*\1|!?\[\[([^[\]|#]+)(?:#[^[\]|]*)?(?:\|([^[\]]*))?\]\]|\[([^[\]]*)\]\(([^()<>\s#]+)(?:#[^()\s]*)?\)/g
const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * A text with each link outside of code that `find` knows the target of as `render` gives it. All else
 * stays as it is.
 */
export function replaceLinks(
  text: string,
  find: (target: string, style: FoundLink['style']) => string | undefined,
  render: (link: FoundLink) => string,
): string {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1]
    const isCode = mark !== undefined || fence !== undefined
    if (mark !== undefined && fence === undefined) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined
    return isCode ? line : replaceInLine(line, find, render)
  })
  return lines.join('\n')
}

function replaceInLine(
  line: string,
  find: Parameters<typeof replaceLinks>[1],
  render: Parameters<typeof replaceLinks>[2],
): string {
  return line.replace(
    LINK,
    (whole: string, code?: string, page?: string, label?: string, text?: string, file?: string) => {
      if (code !== undefined) return whole
      const style = file === undefined ? 'wiki' : 'markdown'
      const ref = find((file ?? page ?? '').trim(), style)
      if (ref === undefined) return whole
      return render({ label: (text ?? label ?? page ?? '').trim(), ref, style })
    },
  )
}
