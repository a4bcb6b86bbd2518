import { inputRequired, type Root, type Server } from '@modelcontextprotocol/server'
import type { ProjectFolders } from '../../serve/project-folders.ts'
import { clientCapabilities, type McpRequest } from './client-capabilities.ts'

/** An answer that asks for them. */
export const ROOTS_PLEASE = inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })

/** Finds the client's roots out, where they decide; whether it must be asked for them by an answer. */
export async function asksForRoots(
  folders: ProjectFolders,
  server: Server,
  request: McpRequest,
  patienceMs: number,
): Promise<boolean> {
  if (!folders.needRoots()) return false
  const roots = await rootsOf(server, request, patienceMs)
  if (roots === 'asked') return true
  folders.takeRoots(roots)
  return false
}

/** None where the client never declared that it has some, or doesn't say which. */
async function rootsOf(
  server: Server,
  request: McpRequest,
  timeout: number,
): Promise<readonly Root[] | 'asked'> {
  if (clientCapabilities(server, request).roots === undefined) return []
  const { envelope, inputResponses } = request
  if (envelope === undefined) {
    const listed = server.listRoots({}, { timeout })
    return listed.then(({ roots }) => roots).catch(() => [])
  }
  if (inputResponses === undefined) return 'asked'
  return parseRoots(inputResponses.roots)
}

function parseRoots(answer: unknown): readonly Root[] {
  if (typeof answer !== 'object' || answer === null || !('roots' in answer)) return []
  return Array.isArray(answer.roots) ? answer.roots.filter((root) => typeof root?.uri === 'string') : []
}
