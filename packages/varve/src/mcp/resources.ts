import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { OperationContext } from '../operations/context.ts'

const INDEX = 'varve://index'

/** What a client may read without a call. */
export const RESOURCES: Resource[] = [
  {
    uri: INDEX,
    name: 'index',
    title: 'What the project knows, in short',
    mimeType: 'text/markdown',
  },
]

/** The index as hooks and `varve context --prime` serve it: made anew where it is out of date. */
export async function readResource(
  uri: string,
  context: () => OperationContext,
): Promise<ReadResourceResult> {
  if (uri !== INDEX) throw new ResourceNotFoundError(uri, `there is no resource ${uri}`)
  const { readIndex } = await import('../operations/cache/read-index.ts')
  const { text } = readIndex(context())
  return { contents: [{ uri, mimeType: 'text/markdown', text }] }
}
