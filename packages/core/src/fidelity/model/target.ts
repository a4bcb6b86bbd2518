/** What a tool does, whatever its host calls it. */
export const OPERATIONS = [
  'read',
  'write',
  'edit',
  'delete',
  'move',
  'search',
  'list',
  'exec',
  'web',
  'todo',
  'task',
  'other',
] as const
export type ToolOperation = (typeof OPERATIONS)[number]

/** Lines of a file: the first, from 1, and the last; a last line of -1 is the end of the file. */
export type LineRange = readonly [first: number, last: number]

/** What a call works on. */
export interface Target {
  readonly operation: ToolOperation
  /** As the call wrote it. */
  readonly path?: string
  /** Where a move leads to. */
  readonly destination?: string
  readonly range?: LineRange
}
