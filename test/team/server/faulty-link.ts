import { onTestFinished } from 'vitest'
import { type FaultyLink, openLink } from './open-link.ts'

/** A link that is there as long as the test. */
export async function faultyLink(target: Parameters<typeof openLink>[0]): Promise<FaultyLink> {
  const link = await openLink(target)
  onTestFinished(() => link.close())
  return link
}
