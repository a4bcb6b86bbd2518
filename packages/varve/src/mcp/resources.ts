import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { VarveError } from '@varve/core'
import { SKILL_TEXT } from '../agents/texts/skill.ts'
import type { OperationContext } from '../operations/context.ts'
import { runOperation } from '../operations/run-operation.ts'
import { asVarveError, errorEnvelope, errorText } from '../operations/told-error.ts'
import type { ToolProfile } from '../operations/tool-profiles.ts'
import { pageOf } from './answer-page.ts'
import { loadOperation } from './load-operation.ts'
import { MEMORY_RESOURCES, operationAt } from './memory-resources.ts'
import { SKILL_RESOURCE, SKILL_URI } from './skill.ts'

const INDEX = 'varve://index'

/** What a client may read without a call: of each project that is open. */
export function listResources(folders: readonly string[], profile: ToolProfile): Resource[] {
  const indexes = folders.map((folder) => ({
    uri: folders.length === 1 ? INDEX : indexOf(folder),
    name: 'index',
    title: 'What the project knows, in short',
    mimeType: 'text/markdown',
  }))
  return [...indexes, SKILL_RESOURCE, ...(profile === 'linksee' ? MEMORY_RESOURCES : [])]
}

function indexOf(folder: string): string {
  return `${INDEX}?project=${encodeURIComponent(folder)}`
}

/**
 * Reads what an address stands for. `open` gets the project that it names. Throws what the protocol has
 * for errors, with the same data as tools give.
 */
export async function readResource(
  uri: string,
  profile: ToolProfile,
  open: (project: string | null) => OperationContext,
): Promise<ReadResourceResult> {
  if (uri === SKILL_URI) return contents(uri, 'text/markdown', SKILL_TEXT)
  const address = URL.parse(uri)
  const query = address?.searchParams
  const context = () => open(query?.get('project') ?? null)
  const name = `${address?.protocol}//${address?.host}${address?.pathname}`
  const operation = profile === 'linksee' ? operationAt(uri) : undefined
  if (name !== INDEX && operation === undefined) {
    throw new ResourceNotFoundError(uri, `there is no resource ${uri}`)
  }
  try {
    if (operation === undefined) return contents(uri, 'text/markdown', await indexText(context()))
    const [row, raw] = operation
    const { human } = await runOperation(await loadOperation(row), { ...raw }, context)
    const { text, cursor } = pageOf(human, query?.get('cursor') ?? undefined)
    const more = cursor === undefined ? '' : `\ntruncated: read ${name}?cursor=${cursor}`
    return contents(uri, 'text/plain', `${text}${more}`)
  } catch (thrown) {
    throw protocolError(thrown)
  }
}

function contents(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] }
}

/** The index as hooks and `varve context --prime` serve it: made anew where it is out of date. */
async function indexText(context: OperationContext): Promise<string> {
  const { readIndex } = await import('../operations/cache/read-index.ts')
  return readIndex(context).text
}

/** What a request can change is told as its fault; the rest as ours. */
function protocolError(thrown: unknown): ProtocolError {
  const error = withAddresses(asVarveError(thrown))
  const isOfRequest = error.exitCode === 2 || error.exitCode === 3
  const code = isOfRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(code, errorText(error), errorEnvelope(error))
}

/** Which of several projects is said in the address here. */
function withAddresses(error: VarveError): VarveError {
  const { code, message, subjects } = error
  if (code !== 'project_ambiguous') return error
  return new VarveError(code, message, { subjects, fix: subjects.map((folder) => `read ${indexOf(folder)}`) })
}
