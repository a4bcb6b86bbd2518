import type { TestProject } from 'vitest/node'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One server for all files of a run; `VARVE_TEST_POSTGRES_URL` names another one, as its superuser. */
export default async function oneServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.VARVE_TEST_POSTGRES_URL
  const server = given === undefined ? await startPostgres() : undefined
  project.provide('postgresUrl', given ?? server?.url ?? '')
  return server && (() => server.remove())
}
