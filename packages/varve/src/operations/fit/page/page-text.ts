import type { Part } from '@varve/core/fidelity'

const TEXT_SHOWN = 600

/** The beginning of a text. Secrets are masked in the whole of it: nothing tells what half a secret is. */
export function pageText(kind: Part['kind'], text: string, redact: (text: string) => string): string {
  // A secret may stand in JSON as it is, or with escapes: a key of several lines does.
  const masked = redact(readable(kind, redact(text)))
  return masked.length <= TEXT_SHOWN ? masked : `${masked.slice(0, TEXT_SHOWN)} …`
}

/** Arguments without the escapes of JSON, which nobody wants to read. */
function readable(kind: Part['kind'], text: string): string {
  if (kind !== 'tool_call') return text
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"')
}
