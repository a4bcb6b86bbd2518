import { onTestFinished } from 'vitest'
import { Sandbox } from './sandbox.ts'

/** A sandbox that goes when the test is over. */
export function throwAway(options: { readonly keepsOwnCode?: boolean } = {}): Sandbox {
  const place = new Sandbox(options)
  onTestFinished(() => place.remove())
  return place
}
