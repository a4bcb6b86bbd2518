import type { PreparedRewrite } from '../prepared-rewrite.ts'
import { finding, type RewriteCheck } from '../rewrite-check.ts'

const BROKEN = /\ufffd|\p{Surrogate}/u
/** How a model talks about a text instead of writing it. */
const PREAMBLES = [
  'here is',
  'here are',
  "here's",
  'sure',
  'as an ai',
  'merged entry:',
  'summary:',
  '以下是',
  'これは',
  'hier ist',
  'aquí está',
] as const

/** The text says nothing, is broken, or talks about itself. */
export const checkDegenerate: RewriteCheck = (rewrite) => {
  const { output, request } = rewrite
  const reject = (detail: string) => [finding('degenerate', 'reject', { detail })]
  if (output.exactKey === '' || output.items.length === 0) return reject('empty')
  const isBroken = BROKEN.test(request.output)
  if (isBroken && !request.sources.some(({ text }) => BROKEN.test(text))) return reject('broken character')
  return hasPreamble(rewrite) ? reject('preamble') : []
}

function hasPreamble({ output, sources }: PreparedRewrite): boolean {
  const text = output.prepared.toLowerCase()
  return PREAMBLES.some(
    (preamble) =>
      opensWith(text, preamble) &&
      !sources.some(({ statement }) => opensWith(statement.prepared.toLowerCase(), preamble)),
  )
}

function opensWith(text: string, opening: string): boolean {
  return text.startsWith(opening) && !/^[a-z]/.test(text.slice(opening.length))
}
