import { namedAtoms } from '../atoms/atoms.ts'
import { objectOf, objectsOf, textOf } from '../host/host-object.ts'
import type { Hint } from '../model/hint.ts'
import type { Message } from '../model/message.ts'
import { callsOf } from '../targets/calls-of.ts'
import { targetsOf } from '../targets/targets-of.ts'
import { itemKeywords } from './keywords.ts'
import { DEEPEST } from './lookahead.ts'

/** An item of a todo list or plan, as the agent wrote it. */
export interface TodoItem {
  readonly text: string
  readonly status: string
}

/** The newest todo list or plan of a window. */
export function newestTodos(messages: readonly Message[]): readonly TodoItem[] {
  const call = callsOf(messages).findLast(({ call: each }) => targetsOf(each)[0].operation === 'todo')
  const args = objectOf(call?.call.args)
  const items = [args?.todos, args?.plan, args?.items].map(objectsOf).find((list) => list.length > 0) ?? []
  return items.flatMap((item) => {
    const text = textOf(item.content) ?? textOf(item.step) ?? textOf(item.text)
    return text === undefined ? [] : [{ text, status: textOf(item.status) ?? 'pending' }]
  })
}

/** What a todo list says comes next: what is in progress, then what is pending, in its order. */
export function todoHints(messages: readonly Message[], depth: number): readonly Hint[] {
  if (depth <= 0) return []
  const items = newestTodos(messages)
  const current = items.filter(({ status }) => status === 'in_progress').map((item) => hintOf(item, 1))
  const first = current.length > 0 ? 2 : 1
  const pending = items
    .filter(({ status }) => status === 'pending')
    .map((item, index) => hintOf(item, first + index))
  return [...current, ...pending].filter(({ distance }) => distance <= Math.min(depth, DEEPEST))
}

function hintOf({ text }: TodoItem, distance: number): Hint {
  const names = [...namedAtoms(text)].flatMap(([name, kind]) => (kind === 'num' ? [] : [name]))
  return { tool: text, keywords: itemKeywords(text, names), distance }
}
