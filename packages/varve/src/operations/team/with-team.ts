import type { TeamServer } from '@varve/core/sync'
import type { OperationContext } from '../context.ts'

/** Runs work over a connection to the team's server, and closes it whatever comes of that. */
export async function withTeam<T>(
  context: OperationContext,
  work: (server: TeamServer) => Promise<T>,
): Promise<T> {
  const server = await context.openTeam()
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}
