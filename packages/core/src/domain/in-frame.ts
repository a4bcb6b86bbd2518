/** A text between tags of their own, as data of a question to a model: none in the text can end the frame. */
export function inFrame(name: string, text: string): string {
  const closing = new RegExp(`<(?=\\s*/\\s*${name}\\b)`, 'gi')
  return `<${name}>\n${text.replace(closing, '<\\')}\n</${name}>`
}
