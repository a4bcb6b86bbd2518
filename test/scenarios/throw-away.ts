import { onTestFinished } from 'vitest'
import { Sandbox } from './sandbox.ts'

/** A sandbox that goes when the test is over. */
export function throwAway(): Sandbox {
  const place = new Sandbox()
  onTestFinished(() => place.remove())
  return place
}
