import { expect, test } from 'vitest'
import { createMemoryStore, type Session, type SessionId } from '../../../src/index.ts'
import { firstAsked } from '../../../src/sessions/index.ts'

const SESSION: Session = {
  ...{
    id: 's_a' as SessionId,
    agent: 'claude-code',
    external_id: 'a',
    kind: 'main',
    root_id: 's_a',
    branch: null,
  },
  ...{ started_at: 1, last_event_at: 1, commits: [], message_count: 0, part_count: 0, raw_bytes: 0 },
  ...{ stored_bytes: 0, redactions: {} },
}

function askedOf(messages: readonly (readonly [role: 'user' | 'assistant', text: string, human?: true])[]) {
  const store = createMemoryStore()
  store.transact('fill', (writer) => {
    writer.putSession(SESSION)
    writer.putMessages(
      SESSION.id,
      messages.map(([role, text, human], at) => {
        return { id: `m_${at}`, role, parts: [{ kind: 'text', text }], ...(human && { human }) }
      }),
    )
  })
  return firstAsked(store, SESSION.id)
}

const REVIEW = '<command-message>review</command-message>\n<command-name>/review</command-name>'

test('a session that begins with a command is called by it and what was typed behind it', () => {
  expect(
    askedOf([
      ['user', `${REVIEW}\n<command-args>pull request 158\n</command-args>`],
      ['user', '# Review\nFollow these steps.'],
      ['user', 'And this?', true],
    ]),
  ).toBe('/review pull request 158')
})

test('a command alone names a session in which nobody said anything else', () => {
  expect(askedOf([['user', REVIEW]])).toBe('/review')
  expect(askedOf([['user', `${REVIEW}<command-args></command-args>`]])).toBe('/review')
  expect(
    askedOf([
      ['user', REVIEW],
      ['user', 'Why does it fail?', true],
    ]),
  ).toBe('Why does it fail?')
  expect(askedOf([['assistant', REVIEW]])).toBeUndefined()
  expect(askedOf([['user', `It prints ${REVIEW}`]])).toBeUndefined()
})

test('what was asked first is what a person wrote, not what the host or the agent did', () => {
  expect(
    askedOf([
      ['user', '<command-message>review</command-message>'],
      ['assistant', 'I look at it.'],
      ['user', ' ', true],
      ['user', 'Why does it fail?\n', true],
      ['user', 'And this?', true],
    ]),
  ).toBe('Why does it fail?')
  expect(askedOf([['user', 'Implement the plan']])).toBeUndefined()
  expect(askedOf([])).toBeUndefined()
})
