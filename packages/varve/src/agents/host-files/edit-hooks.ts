import { canonicalJson, type Json } from '@varve/core'
import type { Node } from 'jsonc-parser'
import type { HookPiece } from '../agent.ts'
import { isLauncherPath, startsLauncher } from '../launcher.ts'
import { addElement, removeNode, replaceNode } from './edit-json.ts'
import { findList, findNode, jsonOf, parseJsonDocument } from './json-document.ts'

type JsonRecord = { readonly [name: string]: Json }

/** Puts our hook into the list of an event: once, as it should be, and nothing else of the list is touched. */
export function putHook(text: string, { at, item }: HookPiece): string {
  const document = parseJsonDocument(text)
  const list = findList(document, at)
  const ours = findOurs(list)
  const right = ours.find(({ node, isWhole }) => isWhole && isSame(jsonOf(node), item))
  const kept = right ?? ours[0]
  if (kept === undefined) return addElement(text, at, item)
  const extra = ours.findLast((one) => one !== kept)
  if (extra !== undefined)
    return putHook(removeNode(document, extra.holder, extra.node), { at, item } as HookPiece)
  if (right !== undefined) return text
  const value = kept.isWhole ? item : handlerOf(item)
  return isSame(jsonOf(kept.node), value) ? text : replaceNode(document, kept.node, value)
}

/** Takes every hook of ours out of all events. */
export function removeHooks(text: string, at: readonly string[]): string {
  const document = parseJsonDocument(text)
  const events = findNode(document, at)
  for (const property of events?.type === 'object' ? (events.children ?? []) : []) {
    const list = property.children?.[1]
    const [found] = findOurs(list?.type === 'array' ? list : undefined)
    if (found !== undefined) return removeHooks(removeNode(document, found.holder, found.node), at)
  }
  return text
}

export function hasHook(text: string, { at, item }: HookPiece): 'present' | 'outdated' | 'absent' {
  const ours = findOurs(findList(parseJsonDocument(text), at))
  const [first] = ours
  if (first === undefined) return 'absent'
  const wanted = first.isWhole ? item : handlerOf(item)
  return ours.length === 1 && isSame(jsonOf(first.node), wanted) ? 'present' : 'outdated'
}

interface Found {
  readonly node: Node
  readonly holder: Node
  /** The whole item of the list is ours; else it is a group that holds one of ours among others. */
  readonly isWhole: boolean
}

function findOurs(list: Node | undefined): readonly Found[] {
  return (list?.children ?? []).flatMap((item): readonly Found[] => {
    const group =
      item.type === 'object'
        ? item.children?.find((each) => each.children?.[0]?.value === 'hooks')
        : undefined
    const handlers = group?.children?.[1]
    if (handlers?.type !== 'array')
      return isOurs(jsonOf(item)) ? [{ node: item, holder: list as Node, isWhole: true }] : []
    const inGroup = (handlers.children ?? []).filter((handler) => isOurs(jsonOf(handler)))
    if (inGroup.length > 0 && inGroup.length === handlers.children?.length) {
      return [{ node: item, holder: list as Node, isWhole: true }]
    }
    return inGroup.map((node) => ({ node, holder: handlers, isWhole: false }))
  })
}

/** By what it starts: a name can be anybody's. */
function isOurs(handler: Json): boolean {
  if (!isRecord(handler)) return false
  const { command, args } = handler
  if (Array.isArray(args)) return command === 'node' && typeof args[0] === 'string' && isLauncherPath(args[0])
  return typeof command === 'string' && startsLauncher(command)
}

function handlerOf(item: JsonRecord): Json {
  return Array.isArray(item.hooks) ? (item.hooks[0] ?? null) : item
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

function isRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
