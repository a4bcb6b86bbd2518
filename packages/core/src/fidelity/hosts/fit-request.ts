import { applyView } from '../adapters/apply-view.ts'
import type { HostFormat } from '../adapters/host-format.ts'
import { windowOf } from '../adapters/window-of.ts'
import type { Fidelity } from '../engine/fidelity.ts'
import type { PrepareInput, View } from '../engine/fidelity-options.ts'
import type { Window } from '../model/message.ts'

export interface FittedRequest<R> {
  /** The very request that was given, where nothing had to be changed. */
  readonly request: R
  readonly view: View
}

/**
 * Fits one request of any host, in three steps: read its window, prepare a view, put the view in.
 *
 * @example
 * const { request } = fitRequest(fidelity, anthropicMessages, body)
 * const response = await send(request)
 * fidelity.report(response.usage)
 */
export function fitRequest<R>(
  fidelity: Fidelity,
  format: HostFormat,
  request: R,
  more: Omit<PrepareInput, 'window'> = {},
): FittedRequest<R> {
  return fitWindowOf(fidelity, format, request, windowOf(format, request, fidelity.sessionId), more)
}

/** The same of a request whose window was read already. */
export function fitWindowOf<R>(
  fidelity: Fidelity,
  format: HostFormat,
  request: R,
  window: Window,
  more: Omit<PrepareInput, 'window'> = {},
): FittedRequest<R> {
  const view = fidelity.prepare({ ...more, window })
  if (view.messages === window.messages) return { request, view }
  // A format gives back a request of the shape that it was given.
  return { request: applyView(format, view, request, window.messages) as R, view }
}
