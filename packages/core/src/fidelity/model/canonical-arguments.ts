/** Arguments of a call: the text that the host holds, and what it stands for where it is JSON. */
export interface CallArguments {
  readonly text: string
  readonly args?: unknown
}

/** JSON of an object of arguments without spaces, its members in their order; any other arguments as they are. */
export function canonicalArguments({ text, args }: CallArguments): string {
  return isArgumentObject(args) ? JSON.stringify(args) : text
}

/** Whether arguments have names. */
export function isArgumentObject(args: unknown): args is Readonly<Record<string, unknown>> {
  return typeof args === 'object' && args !== null && !Array.isArray(args)
}

/** The name under which arguments say what was left out of them. */
export const ELIDED = '_elided'
