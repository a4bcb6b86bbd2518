import { canonicalJson, type Json } from '@varve/core'
import type { FilePiece, MemberPiece, Piece } from '../agent.ts'
import { hasBlock, putBlock, removeBlock } from './edit-block.ts'
import { hasHook, putHook, removeHooks } from './edit-hooks.ts'
import { addMember, removeNode, replaceNode } from './edit-json.ts'
import { HostFileProblem } from './host-file-error.ts'
import { findNode, type JsonDocument, jsonOf, keyOf, parseJsonDocument } from './json-document.ts'

export type Standing = 'present' | 'outdated' | 'absent'

/** A file's text with a piece of ours in it; undefined stands for no file. Throws `HostFileProblem`. */
export function putPiece(text: string | undefined, piece: Piece): string {
  switch (piece.kind) {
    case 'hook':
      return putHook(text ?? '', piece)
    case 'member':
      return putMember(text ?? '', piece)
    case 'default':
      return findNode(parseJsonDocument(text ?? ''), piece.at) === undefined
        ? addMember(text ?? '', piece.at, piece.value)
        : (text ?? '')
    case 'block':
      return putBlock(text ?? '', piece)
    case 'file':
      return putFile(text, piece)
    default:
      return piece satisfies never
  }
}

/** A file's text without a piece of ours; undefined where nothing is left of the file. */
export function removePiece(text: string, piece: Piece): string | undefined {
  switch (piece.kind) {
    case 'hook':
      return removeHooks(text, piece.at.slice(0, -1))
    case 'member':
      return removeMember(text, piece)
    case 'default':
      // Whoever stated it: it is of use to others' parts too. It goes with the file that we made for it.
      return text
    case 'block':
      return removeBlock(text, piece.marks)
    case 'file':
      return text.includes(piece.signature) ? undefined : text
    default:
      return piece satisfies never
  }
}

/** Whether a piece stands in the text as it should. */
export function findStanding(text: string | undefined, piece: Piece): Standing {
  if (text === undefined) return 'absent'
  switch (piece.kind) {
    case 'hook':
      return hasHook(text, piece)
    case 'member':
      return hasMember(text, piece)
    case 'default':
      return findNode(parseJsonDocument(text), piece.at) === undefined ? 'absent' : 'present'
    case 'block':
      return hasBlock(text, piece)
    case 'file':
      if (text === piece.text) return 'present'
      return text.includes(piece.signature) ? 'outdated' : 'absent'
    default:
      return piece satisfies never
  }
}

/** What a person would paste where we can't write. */
export function snippetOf(pieces: readonly Piece[]): string {
  const [first] = pieces
  if (first === undefined || first.kind === 'file') return ''
  if (first.kind === 'block') return `${first.marks.opens}\n${first.text}\n${first.marks.closes}`
  return pieces.reduce<string>((text, piece) => putPiece(text, piece), '').trimEnd()
}

/** Lists and objects that hold nothing but pieces, as names: those go with the last of them. */
export function containersOf(piece: Piece): readonly (readonly string[])[] {
  if (piece.kind === 'block' || piece.kind === 'file') return []
  const deepest = piece.kind === 'hook' ? piece.at.length : piece.at.length - 1
  return Array.from({ length: deepest }, (_, index) => piece.at.slice(0, deepest - index))
}

/** Takes out a list or object that holds nothing any more. */
export function removeEmpty(text: string, at: readonly string[]): string {
  const document = parseJsonDocument(text)
  const node = findNode(document, at)
  return node !== undefined && (node.children ?? []).length === 0 ? removeAt(document, at) : text
}

/** Whether something stands in the list or object that the names lead to. */
export function holdsItems(text: string, at: readonly string[]): boolean {
  let node = parseJsonDocument(text).root
  for (const name of at) {
    if (node?.type !== 'object') return false
    node = node.children?.find((property) => keyOf(property) === name)?.children?.[1]
  }
  return (node?.children ?? []).length > 0
}

export function isWithinFile(text: string, at: readonly string[]): boolean {
  return findNode(parseJsonDocument(text), at) !== undefined
}

function putMember(text: string, { at, value }: MemberPiece): string {
  const document = parseJsonDocument(text)
  const node = findNode(document, at)
  if (node === undefined) return addMember(text, at, value)
  const present = jsonOf(node)
  if (isSame(present, value)) return text
  if (!runsVarve(present)) {
    throw new HostFileProblem('clash', `its ${at.join('.')} isn't of Varve's making`)
  }
  return replaceNode(document, node, value)
}

function removeMember(text: string, { at }: MemberPiece): string {
  const document = parseJsonDocument(text)
  const node = findNode(document, at)
  return node === undefined || !runsVarve(jsonOf(node)) ? text : removeAt(document, at)
}

function hasMember(text: string, { at, value }: MemberPiece): Standing {
  const node = findNode(parseJsonDocument(text), at)
  if (node === undefined) return 'absent'
  return isSame(jsonOf(node), value) ? 'present' : runsVarve(jsonOf(node)) ? 'outdated' : 'absent'
}

function removeAt(document: JsonDocument, at: readonly string[]): string {
  const node = findNode(document, at)
  const property = node?.parent
  const holder = property?.parent
  return property === undefined || holder === undefined
    ? document.text
    : removeNode(document, holder, property)
}

/** An entry whose command is the `varve` of any place. */
function runsVarve(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { command, args } = value as { readonly [name: string]: Json }
  const words = [command, args].flat().filter((word) => typeof word === 'string')
  return words.some((word) => /(?:^|[\\/])varve(?:\.mjs|\.cmd)?$/.test(word)) && words.includes('mcp')
}

function putFile(text: string | undefined, piece: FilePiece): string {
  if (text !== undefined && !text.includes(piece.signature)) {
    throw new HostFileProblem('clash', `it is there already, and isn't of Varve's making`)
  }
  return piece.text
}

function isSame(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
