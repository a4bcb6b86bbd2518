import type { OperationContext } from '../../operations/context.ts'
import { fieldOf } from '../../operations/given-input.ts'

/** What a call gives. */
export type Arguments = Readonly<Record<string, unknown>>

/** One argument of a tool: which field of its operations it gives, and what an agent is told of it. */
export interface Argument {
  readonly name: string
  /** The field of an operation, in its own spelling; of several, the first that it has. */
  readonly fields: readonly string[]
  /** Where the field's own doc speaks of a command line, or says more than an agent needs. */
  readonly doc?: string
  readonly required?: true
  /** Where it isn't that of the field. */
  readonly type?: 'string'
}

/**
 * One tool: a name over one operation, or over several that an `action` chooses from. What isn't listed
 * of an operation's fields may be given all the same, under its flag with underscores.
 */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Rows of the operation table, by action; one without a name is what stands where none is named. */
  readonly actions: readonly (readonly [action: string, operation: string])[]
  /** `all`: every field of its one operation. */
  readonly shows: readonly Argument[] | 'all'
  /** An argument whose text the operation reads where a command reads standard input. */
  readonly standardInput?: { readonly name: string; readonly doc: string }
  /** What always holds of its calls, as fields of the operation. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Arguments under names and in shapes that no operation has, as those that it shows or as fields. */
  translate?(given: Arguments): Arguments
  /** `translate` gives the action: none is shown. */
  readonly choosesItself?: true
  /** Whether a call wants its client to ask its user before anything is done. */
  asksUser?(given: Arguments): boolean
  /** What is asked then; undefined where the operation shows its plan and asks by itself. */
  question?(given: Arguments, context: OperationContext): Promise<string | undefined>
  /** Giving the same again changes nothing. */
  readonly isIdempotent?: true
  /** The text says all that the data does, because agents that read only the text need it. */
  readonly textIsData?: true
}

/** `tags=tag`: gives field `tag`; `id=digest|top`: the one of them that there is; `id*`: must be given. */
export function argument(spelled: string, doc?: string): Argument {
  const isRequired = spelled.endsWith('*')
  const [name = '', fields = fieldOf(name)] = spelled.replace('*', '').split('=')
  return {
    name,
    fields: fields.split('|'),
    ...(doc !== undefined && { doc }),
    ...(isRequired && { required: true }),
  }
}

/** The arguments that a tool lists by itself. */
export function listedArguments({ shows }: Tool): readonly Argument[] {
  return shows === 'all' ? [] : shows
}
