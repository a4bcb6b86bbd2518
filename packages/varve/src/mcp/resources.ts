import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { VarveError } from '@varve/core'
import type { OperationContext } from '../operations/context.ts'
import { asVarveError, errorEnvelope, errorText } from '../operations/told-error.ts'

const INDEX = 'varve://index'

/** What a client may read without a call: of each project that is open. */
export function listResources(folders: readonly string[]): Resource[] {
  return folders.map((folder) => ({
    uri: folders.length === 1 ? INDEX : indexOf(folder),
    name: 'index',
    title: 'What the project knows, in short',
    mimeType: 'text/markdown',
  }))
}

function indexOf(folder: string): string {
  return `${INDEX}?project=${encodeURIComponent(folder)}`
}

/**
 * The index as hooks and `varve context --prime` serve it: made anew where it is out of date. `open` gets
 * the project that the address names. Throws what the protocol has for errors, with the same data as tools give.
 */
export async function readResource(
  uri: string,
  open: (project: string | null) => OperationContext,
): Promise<ReadResourceResult> {
  const address = URL.parse(uri)
  if (address === null || `${address.protocol}//${address.host}${address.pathname}` !== INDEX) {
    throw new ResourceNotFoundError(uri, `there is no resource ${uri}`)
  }
  try {
    const context = open(address.searchParams.get('project'))
    const { readIndex } = await import('../operations/cache/read-index.ts')
    return { contents: [{ uri, mimeType: 'text/markdown', text: readIndex(context).text }] }
  } catch (thrown) {
    throw protocolError(thrown)
  }
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
