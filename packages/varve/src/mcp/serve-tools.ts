import type { ServeRequest } from '../operations/context.ts'
import type { ServerHost } from '../serve/server-host.ts'

/** `varve mcp`: serves the tools of a profile until whoever uses them is gone. */
export async function serveTools(host: ServerHost, { profile, http }: ServeRequest): Promise<void> {
  if (http !== undefined) {
    const { serveHttp } = await import('./http/serve-http.ts')
    return serveHttp(host, profile, http)
  }
  const { serveStdio } = await import('./stdio/serve-stdio.ts')
  await serveStdio(host, profile)
}
