import type { Message } from '../../../src/fidelity/model/message.ts'
import type { WindowPolicy } from '../../../src/fidelity/replay/policy.ts'
import { callPart, window } from '../build-window.ts'

const RATE = `export const RATE_LIMIT = 250;
export function computeTotal(items: Item[]): number {
  return items.length * RATE_LIMIT;
}`

/** The segment of §19.4. */
export function golden(): readonly Message[] {
  return builtGolden().messages()
}

function builtGolden() {
  return window()
    .user('Raise the limit in src/rate.ts')
    .step('c1', 'read', { path: 'src/rate.ts' }, RATE)
    .step('c2', 'bash', { command: 'ls' }, 'rate.ts\nREADME.md')
    .step('c3', 'bash', { command: 'git status' }, 'clean')
    .step(
      'c4',
      'edit',
      {
        path: 'src/rate.ts',
        oldText: 'export const RATE_LIMIT = 250;',
        newText: 'export const RATE_LIMIT = 500;',
      },
      'ok',
    )
    .assistant('Done: computeTotal now uses 500.')
}

/** The same session, in which the old line is needed again after so many calls. */
export function continued(dates: number): readonly Message[] {
  const session = builtGolden().user('Go on')
  for (let call = 6; call < 6 + dates; call++) session.step(`c${call}`, 'bash', { command: 'date' }, 'noon')
  session.assistant(
    '',
    callPart('last', 'edit', {
      path: 'src/rate.ts',
      oldText: '  return items.length * RATE_LIMIT;',
      newText: '  return RATE_LIMIT;',
    }),
  )
  return session.messages()
}

/** Shows another text of the first result, from its third call on. */
export function shows(text: string): WindowPolicy {
  const withText = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => ({ ...part, text })),
  })
  return {
    name: text,
    open: () => (messages) =>
      messages.length < 7 ? messages : messages.map((each, index) => (index === 2 ? withText(each) : each)),
  }
}
